import type { z } from 'zod';
import { buildUsageGraph, type Declaration, type Layer } from '@/lib/core/graph/build';
import { authorize } from '@/lib/core/policy/authorize';
import type { UsageGraph, UsageWindow, usageGraphQuerySchema } from '@/lib/schemas/usage';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import {
  declaredBindings,
  declaredUse,
  nodeLabels,
  usageRows,
  usedCapabilities,
} from './usage-rows';

type Call = { ctx: Context; input: z.output<typeof usageGraphQuerySchema> };

const HOUR = 3_600_000;
const WINDOW_MS: Record<UsageWindow, number> = {
  '1h': HOUR,
  '24h': 24 * HOUR,
  '7d': 7 * 24 * HOUR,
  '30d': 30 * 24 * HOUR,
  '90d': 90 * 24 * HOUR,
};

/**
 * Who calls what through which provider into which backend: the ledger of one tenant over a
 * window, joined with what is declared. A capability that nobody called shows its declarations.
 * @throws ServiceError FORBIDDEN.
 */
export async function getUsageGraph({ ctx, input }: Call): Promise<UsageGraph> {
  const { tenantId, now } = ctx;
  requireAllowed(authorize(ctx.actor, 'usage.read', { tenantId }));
  const from = new Date(now.getTime() - WINDOW_MS[input.window]);
  const scope = { tenantId, from, now };
  const rows = await usageRows(scope);
  const named = input.capability === undefined ? [] : [input.capability];
  const used = [...new Set([...rows.map((row) => row.capability), ...named])];
  const [pairs, bindings, labels] = await Promise.all([
    declaredUse(scope, used),
    declaredBindings(tenantId, used),
    nodeLabels(tenantId),
  ]);
  const only = onlyOf(input);
  // A wide grant over everything would draw a line to everything: unused ones are shown only
  // where one capability or agent is asked for.
  const wanted = new Set(rows.map((row) => `${row.agent}\n${row.capability}`));
  const declarations: Declaration[] = pairs
    .filter(({ a, b }) => wanted.has(`${a}\n${b}`) || named.includes(b) || a === input.agent)
    .map(({ a, b }) => ({ from: { kind: 'agent', id: a }, to: { kind: 'capability', id: b } }));
  const reached = new Set([...declarations.map(({ to }) => to.id), ...used]);
  const through = bindings.filter(
    (item) => item.from.kind !== 'capability' || reached.has(item.from.id),
  );
  const graph = buildUsageGraph({
    rows,
    declarations: [...declarations, ...connected(through, rows, only)],
    labels,
    only,
  });
  return {
    window: input.window,
    from: from.toISOString(),
    to: now.toISOString(),
    nodes: graph.nodes.map(({ id, kind, label }) => ({ id, kind, label })),
    edges: graph.edges,
  };
}

/** With a filter, only the bindings of what the filter leaves: others would hang in the air. */
function connected(
  bindings: Declaration[],
  rows: readonly { agent: string; capability: string; provider: string | null }[],
  only: Partial<Record<Layer, readonly string[]>>,
): Declaration[] {
  if (!only.agent && !only.provider && !only.capability) return bindings;
  const kept = rows.filter(
    (row) =>
      (only.agent?.includes(row.agent) ?? true) &&
      (only.capability?.includes(row.capability) ?? true) &&
      (only.provider?.includes(row.provider ?? '') ?? true),
  );
  const capabilities = new Set([...kept.map((row) => row.capability), ...(only.capability ?? [])]);
  const first = bindings.filter(
    ({ from, to }) =>
      from.kind === 'capability' &&
      capabilities.has(from.id) &&
      (only.provider?.includes(to.id) ?? true),
  );
  const providers = new Set(first.map(({ to }) => to.id));
  return [
    ...first,
    ...bindings.filter(({ from }) => from.kind === 'provider' && providers.has(from.id)),
  ];
}

function onlyOf(input: Call['input']): Partial<Record<Layer, readonly string[]>> {
  return {
    ...(input.agent === undefined ? {} : { agent: [input.agent] }),
    ...(input.capability === undefined ? {} : { capability: [input.capability] }),
    ...(input.provider === undefined ? {} : { provider: [input.provider] }),
  };
}

/** Ids of the capabilities called in the window, the busiest first, for the graph's filter. */
export async function listUsedCapabilities({ ctx, input }: Call): Promise<string[]> {
  const { tenantId, now } = ctx;
  requireAllowed(authorize(ctx.actor, 'usage.read', { tenantId }));
  const from = new Date(now.getTime() - WINDOW_MS[input.window]);
  return usedCapabilities({ tenantId, from, now });
}
