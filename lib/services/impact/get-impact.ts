import type { z } from 'zod';
import { authorize, isAllowed } from '@/lib/core/policy/authorize';
import type { Impact, ImpactAgent, impactQuerySchema } from '@/lib/schemas/usage';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { invalidField } from '../errors';
import { type LoadedTarget, loadTarget } from '../incidents/load-target';
import { loadAffected } from './affected';
import { type AgentCalls, callsByAgent } from './calls-by-agent';
import { type AgentRow, agentsByKey, declaredAgents } from './declared-agents';
import { checkRecordedShapes } from './recorded-shapes';

type Call = { ctx: Context; input: z.output<typeof impactQuerySchema> };

/**
 * Who is hit when a capability, provider, agent or backend goes: agents that call it or may call
 * it, their owners, calls, what takes over. Reads only.
 * @throws ServiceError NOT_FOUND, FORBIDDEN.
 */
export async function getImpact({ ctx, input }: Call): Promise<Impact> {
  // Before anything is looked up: an agent must not learn by the answer whether a target is there.
  requireAllowed(authorize(ctx.actor, 'usage.read', { tenantId: ctx.tenantId }));
  const target = await loadTarget(ctx, input.target);
  requireAllowed(authorize(ctx.actor, 'usage.read', { tenantId: target.tenantId }));
  const impact = await computeImpact(ctx, target);
  const { proposed_schema: schema } = input;
  if (schema === undefined) return impact;
  if (target.kind !== 'capability') {
    throw invalidField('proposed_schema', 'Only a capability has a schema to propose one for.');
  }
  const tenantId = seesEveryTenant(ctx, target) ? null : ctx.tenantId;
  const shapes = await checkRecordedShapes({ capability: target, major: null, schema, tenantId });
  return { ...impact, shapes };
}

/** The same for a target loaded already. */
export async function computeImpact(ctx: Context, target: LoadedTarget): Promise<Impact> {
  const tenantId = seesEveryTenant(ctx, target) ? null : ctx.tenantId;
  const affected = await loadAffected(target);
  const [calls, declared] = await Promise.all([
    callsByAgent(target, affected, tenantId, ctx.now),
    declaredAgents(target, affected, tenantId, ctx.now),
  ]);
  const known = new Map(declared.map((agent) => [keyOf(agent.tenant_id, agent.id), agent]));
  const unknown = calls.filter((row) => !known.has(keyOf(row.tenant_id, row.agent_id)));
  const callers = await agentsByKey(
    unknown.map((row) => ({ tenantId: row.tenant_id, id: row.agent_id })),
  );
  const agents = mergeAgents(calls, declared, callers);
  const last = calls.map((row) => row.last_call_at?.getTime() ?? 0);
  return {
    target: { kind: target.kind, tenant_id: target.tenantId, id: target.id, name: target.name },
    agents,
    calls_24h: sum(agents, (agent) => agent.calls_24h),
    calls_30d: sum(agents, (agent) => agent.calls_30d),
    last_call_at: last.length > 0 ? new Date(Math.max(...last)).toISOString() : null,
    in_flight: sum(agents, (agent) => agent.in_flight),
    capabilities: affected.live,
    computed_at: ctx.now.toISOString(),
  };
}

/** Agents of other tenants are shown to those who could press the button, acting in `shared`. */
export function seesEveryTenant(
  ctx: Context,
  target: Pick<LoadedTarget, 'tenantId' | 'ownerTeamId'>,
): boolean {
  if (ctx.tenantId !== target.tenantId) return false;
  const { tenantId, ownerTeamId } = target;
  return (
    ctx.actor.kind === 'system' || isAllowed(ctx.actor, 'incident.open', { tenantId, ownerTeamId })
  );
}

function mergeAgents(
  calls: AgentCalls[],
  declared: AgentRow[],
  callers: AgentRow[],
): ImpactAgent[] {
  const total = sum(calls, (row) => row.calls_30d);
  const callsOf = new Map(calls.map((row) => [keyOf(row.tenant_id, row.agent_id), row]));
  const rowOf = new Map(
    [...callers, ...declared].map((row) => [keyOf(row.tenant_id, row.id), row]),
  );
  const declaredKeys = new Set(declared.map((row) => keyOf(row.tenant_id, row.id)));
  const keys = [...new Set([...callsOf.keys(), ...rowOf.keys()])];
  const agents = keys.map((key): ImpactAgent => {
    const use = callsOf.get(key);
    const row = rowOf.get(key);
    return {
      tenant_id: row?.tenant_id ?? use?.tenant_id ?? '',
      id: row?.id ?? use?.agent_id ?? '',
      name: row?.name ?? use?.agent_name ?? '',
      owner_team: row?.owner_team ?? null,
      owners: row?.owners ?? [],
      calls_24h: use?.calls_24h ?? 0,
      calls_30d: use?.calls_30d ?? 0,
      share_30d: use && total > 0 ? use.calls_30d / total : 0,
      last_call_at: use?.last_call_at?.toISOString() ?? null,
      in_flight: use?.in_flight ?? 0,
      declared: declaredKeys.has(key),
    };
  });
  return agents.sort((a, b) => b.calls_30d - a.calls_30d || (a.id < b.id ? -1 : 1));
}

function keyOf(tenantId: string, id: string): string {
  return `${tenantId}\n${id}`;
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
