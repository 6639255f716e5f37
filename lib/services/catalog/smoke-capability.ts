import { allowsSmoke } from '@/lib/core/lifecycle/gates';
import { authorize } from '@/lib/core/policy/authorize';
import { effectOf } from '@/lib/core/shared/annotations';
import type { JsonObject } from '@/lib/core/shared/json';
import type { Binding, Provider } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type { SmokeAnswer } from '@/lib/schemas/capability-answers';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import { newId } from '../ids';
import { holdKillEpoch } from '../incidents/hold-kill-epoch';
import { inflight } from '../incidents/parts';
import type { CallTargets } from '../incidents/targets';
import { outbound } from '../outbound';
import { getCapabilityRecord } from './load';
import { asJson, type CapabilityRecord, objectOf, objectOrNull } from './rows';

type Site = Binding & { provider: Provider };

/**
 * One call with the declared safe example, before promotion or at any time after. It is the
 * owner's own check, not an agent's use: it stands in the audit trail, not in the ledger.
 * @throws ServiceError PRECONDITION_FAILED where the risk allows none or no example is declared,
 *   VALIDATION when the example does not fit the schema, DISABLED, UNAVAILABLE.
 */
export async function smokeCapability(call: {
  ctx: Context;
  input: { capability_id: string };
}): Promise<SmokeAnswer> {
  const { ctx, input } = call;
  const row = await getCapabilityRecord(ctx, input.capability_id);
  const { tenantId, ownerTeamId } = row;
  requireAllowed(authorize(ctx.actor, 'capability.smoke', { tenantId, ownerTeamId }));
  const example = await safeExampleOf(row);
  const site = await siteOf(row);
  const stop = new AbortController();
  // On the list before it is asked whether an incident is open: one that opens later cancels it.
  const land = inflight().register(newId('smk'), targetsOf(row, site), () => stop.abort());
  const began = performance.now();
  let outcome: { ok: boolean; detail: string | null };
  try {
    await begin(ctx, row, site);
    const signal = ctx.signal ? AbortSignal.any([ctx.signal, stop.signal]) : stop.signal;
    outcome = await callOnce(row, site, example, signal);
  } finally {
    land();
  }
  const latencyMs = Math.round(performance.now() - began);
  const counts = await keep(ctx, row, site, example, outcome);
  await announce('catalog', { tenantId, ids: [row.id] });
  const detail = counts ? outcome.detail : EXAMPLE_CHANGED;
  return { ok: outcome.ok, detail, provider: site.providerId, latency_ms: latencyMs };
}

const EXAMPLE_CHANGED =
  'The safe example was changed meanwhile, so this does not count; run it again.';

/**
 * The call was made, so it is on record whatever was edited meanwhile; its outcome counts for the
 * example it was made with. Answers whether it counts.
 */
async function keep(
  ctx: Context,
  { tenantId, id }: CapabilityRecord,
  { providerId }: Site,
  example: JsonObject,
  { ok, detail }: { ok: boolean; detail: string | null },
): Promise<boolean> {
  return transact(async (tx) => {
    const { count } = await tx.capability.updateMany({
      where: { tenantId, id, safeExample: { equals: asJson(example) } },
      data: { smokedAt: ctx.now, smokeOk: ok, rowVersion: { increment: 1 } },
    });
    await recordAudit(tx, ctx, {
      action: 'capability.smoke',
      targetKind: 'capability',
      targetId: id,
      tenantId,
      after: { ok, detail, provider: providerId, counts: count > 0 },
    });
    return count > 0;
  });
}

async function safeExampleOf(row: CapabilityRecord) {
  const readOnly = effectOf(objectOf(row.annotations)) === 'read-only';
  if (!allowsSmoke({ risk: row.risk, readOnly })) {
    throw new ServiceError(
      'PRECONDITION_FAILED',
      'A smoke call is for LOW and read-only capabilities: this one could do harm.',
    );
  }
  const example = objectOrNull(row.safeExample);
  if (!example) {
    throw new ServiceError(
      'PRECONDITION_FAILED',
      'Declare a safe example first: arguments of a call that does no harm.',
    );
  }
  const schema = objectOf(row.inputSchema);
  const verdict = await outbound.get().schemas.validate({ schema }, example);
  if (verdict.valid) return example;
  if ('failure' in verdict) throw new ServiceError('UNAVAILABLE', verdict.message);
  const errors = verdict.errors.map(({ path, message }) => ({
    path: path ? `safe_example.${path}` : 'safe_example',
    message,
  }));
  const first = errors[0]?.message ?? 'It does not fit the input schema.';
  throw new ServiceError('VALIDATION', `The safe example is not valid: ${first}`, { errors });
}

async function siteOf(row: CapabilityRecord): Promise<Site> {
  const site = await runtime().db.prisma.binding.findFirst({
    where: {
      tenantId: row.tenantId,
      capabilityId: row.id,
      removedAt: null,
      availability: { not: 'unavailable' },
      provider: { archivedAt: null },
    },
    include: { provider: true },
    orderBy: [{ priority: 'asc' }, { id: 'asc' }],
  });
  if (!site) throw new ServiceError('UNAVAILABLE', 'No provider serves it now; try again later.');
  return site;
}

function targetsOf(row: CapabilityRecord, { provider }: Site): CallTargets {
  const { tenantId, id } = row;
  return {
    tenantId,
    capability: { tenantId, id },
    providers: [{ tenantId: provider.tenantId, id: provider.id }],
    backendIds: provider.backendId ? [provider.backendId] : [],
  };
}

/** Committed before anything leaves: what stands in the trail is what an incident could not miss. */
async function begin(ctx: Context, row: CapabilityRecord, site: Site): Promise<void> {
  await transact(async (tx) => {
    await holdKillEpoch(tx, targetsOf(row, site));
    await recordAudit(tx, ctx, {
      action: 'capability.smoke_start',
      targetKind: 'capability',
      targetId: row.id,
      tenantId: row.tenantId,
      after: { provider: site.providerId },
    });
  });
}

async function callOnce(
  row: CapabilityRecord,
  site: Site,
  example: JsonObject,
  signal: AbortSignal,
): Promise<{ ok: boolean; detail: string | null }> {
  const { adapters, targetOf } = outbound.get();
  const found = adapters.find(row.type);
  if (!found.ok) throw new ServiceError('UNAVAILABLE', found.message);
  const target = targetOf(site.provider);
  if (!target) {
    throw new ServiceError('UNAVAILABLE', `"${site.providerId}" cannot be reached from here.`);
  }
  const result = await found.adapter.invoke({
    type: row.type,
    target,
    upstreamName: site.upstreamName,
    arguments: example,
    inputSchema: objectOf(row.inputSchema),
    timeoutMs: row.timeoutMs,
    maxOutputBytes: row.maxOutputBytes,
    signal,
  });
  if (!result.ok) return { ok: false, detail: result.message };
  if (result.status === 'SUCCEEDED') return { ok: true, detail: null };
  return { ok: false, detail: 'The tool answered with an error of its own.' };
}
