import { failed, isMcpFailure, type Listing } from '@/lib/adapters/mcp';
import { authorize } from '@/lib/core/policy/authorize';
import type { Prisma } from '@/lib/db/generated/client';
import { log, logEvent } from '@/lib/observability/log';
import { runtime } from '@/lib/runtime';
import type { SyncView } from '@/lib/schemas/providers';
import { announce } from '../announce';
import { requireAllowed } from '../authorize';
import { asJson } from '../catalog/rows';
import type { Context } from '../context';
import { recordUnreadable } from '../drift/record-unreadable';
import { reviewDrift } from '../drift/review-drift';
import { isServiceError } from '../errors';
import { outbound } from '../outbound';
import { applyDefinitions } from './apply-definitions';
import { takeIn } from './intake';
import { loadProvider, type ProviderRecord } from './load-provider';
import { markRemoved } from './mark-removed';
import {
  closeSync,
  openSync,
  readSync,
  type SyncKey,
  type SyncOutcome,
  SyncProgressWriter,
  type SyncTrigger,
} from './sync-record';

type Call = { ctx: Context; input: { id: string; trigger?: SyncTrigger } };

/**
 * Reads what a provider offers and brings the catalog in step: new ones as drafts, changes as
 * drift, what is gone marked. Answers when done, with what happened, a failure included: the
 * provider's last good data stays. Cost grows with what the provider lists.
 * @throws ServiceError FORBIDDEN, NOT_FOUND, CONFLICT while another sync of it runs.
 */
export async function syncProvider(call: Call): Promise<SyncView> {
  return (await beginSync(call)).done;
}

/**
 * The same for somebody who watches: answers the record as it begins and goes on after the
 * caller has gone. Progress and outcome are read with `getSync`.
 * @throws ServiceError FORBIDDEN, NOT_FOUND, CONFLICT while another sync of it runs.
 */
export async function startSync({ ctx, input }: Call): Promise<SyncView> {
  const { signal } = runtime().shutdown;
  const { key, done } = await beginSync({ ctx: { ...ctx, signal }, input });
  done.catch((err) => log.error({ err, provider: input.id }, 'a sync ended without a record'));
  return readSync(key);
}

async function beginSync({ ctx, input }: Call): Promise<{ key: SyncKey; done: Promise<SyncView> }> {
  const provider = await loadProvider(ctx, input.id);
  const { tenantId, ownerTeamId } = provider;
  requireAllowed(authorize(ctx.actor, 'provider.sync', { tenantId, ownerTeamId }));
  const key = await openSync(ctx, provider, input.trigger ?? 'manual');
  return { key, done: finish(ctx, provider, key) };
}

async function finish(ctx: Context, provider: ProviderRecord, key: SyncKey): Promise<SyncView> {
  const began = performance.now();
  const view = await run(ctx, provider, key, new SyncProgressWriter(key));
  logEvent('capability.registry.sync', {
    source: provider.transport,
    server_name: provider.name,
    count: view.added + view.updated + view.unchanged,
    latency_ms: Math.round(performance.now() - began),
    tenant_id: provider.tenantId,
    ...(view.error ? { error: view.error } : {}),
  });
  return view;
}

async function run(
  ctx: Context,
  provider: ProviderRecord,
  key: SyncKey,
  progress: SyncProgressWriter,
): Promise<SyncView> {
  try {
    const listing = await list(ctx, provider, progress);
    const outcome = await bringInStep(ctx, provider, listing, progress);
    await noteSuccess(ctx, provider, listing);
    return await closeSync(key, await progress.settled(), { outcome });
  } catch (error) {
    const failure = failureOf(error);
    if (failure.errorClass === 'internal') log.error({ err: error, provider: provider.id }, 'sync');
    if (isOfProvider(error)) await noteFailure(provider, failure.error);
    return await closeSync(key, await progress.settled(), failure);
  }
}

async function list(
  ctx: Context,
  provider: ProviderRecord,
  progress: SyncProgressWriter,
): Promise<Listing> {
  const { mcp, targetOf } = outbound.get();
  const target = targetOf(provider);
  if (!target) {
    throw failed(
      'invalid_target',
      provider.source === 'file'
        ? `"${provider.id}" is not in the providers file this server was started with.`
        : `"${provider.id}" has no address to reach it at.`,
    );
  }
  const counts = new Map<string, number>();
  return mcp.list(target, {
    ...(ctx.signal ? { signal: ctx.signal } : {}),
    onProgress: ({ kind, items }) => {
      counts.set(kind, items);
      const listed = [...counts.values()].reduce((sum, count) => sum + count, 0);
      progress.report({ phase: 'listing', listed });
    },
  });
}

async function bringInStep(
  ctx: Context,
  provider: ProviderRecord,
  listing: Listing,
  progress: SyncProgressWriter,
): Promise<SyncOutcome> {
  progress.report({ phase: 'checking' });
  const intake = await takeIn(provider, listing);
  progress.report({ phase: 'writing', total: intake.definitions.length });
  const applied = await applyDefinitions(ctx, provider, intake, (processed) =>
    progress.report({ processed }),
  );
  const { missing, unreadable } = intake;
  const removal = await markRemoved(ctx, provider, missing, listing.incomplete);
  const news = await recordUnreadable(ctx, provider.tenantId, unreadable);
  await reviewDrift(ctx, provider);
  return {
    ...applied,
    removed: removal.count,
    drift: [
      ...applied.drift,
      ...removal.drift,
      ...news.map((id) => ({ capability_id: id, kinds: ['schema-breaking'] })),
    ],
    rejected: intake.rejected,
    warnings: listing.warnings.map((warning) => warning.message),
  };
}

function failureOf(error: unknown): { errorClass: string; error: string } {
  if (isMcpFailure(error)) {
    const { class: errorClass, message } = error.failure;
    return { errorClass, error: message };
  }
  if (isServiceError(error)) return { errorClass: error.code.toLowerCase(), error: error.message };
  return { errorClass: 'internal', error: 'The sync failed unexpectedly; the log says more.' };
}

/** Ended, or out of room, on this side. */
const OF_OURS: readonly string[] = ['cancelled', 'process_limit'];

/** What failed over there; a failure of our own says nothing about the provider. */
function isOfProvider(error: unknown): boolean {
  return isMcpFailure(error) && !OF_OURS.includes(error.failure.class);
}

async function noteSuccess(ctx: Context, provider: ProviderRecord, listing: Listing) {
  const data: Prisma.ProviderUpdateManyMutationInput = {
    health: 'HEALTHY',
    healthReason: null,
    healthAt: new Date(),
    lastSyncedAt: ctx.now,
    protocolVersion: listing.protocolVersion,
    instructions: listing.instructions,
    ...(listing.serverInfo ? { serverInfo: asJson(listing.serverInfo) } : {}),
  };
  await noteHealth(provider, data);
}

async function noteFailure(provider: ProviderRecord, reason: string) {
  await noteHealth(provider, {
    health: 'UNHEALTHY',
    healthReason: reason,
    healthAt: new Date(),
  });
}

/** Health is observed, not written by people: it moves no row version and stands in no audit. */
async function noteHealth(
  provider: ProviderRecord,
  data: Prisma.ProviderUpdateManyMutationInput,
): Promise<void> {
  const { tenantId, id } = provider;
  await runtime().db.prisma.provider.updateMany({ where: { tenantId, id }, data });
  if (provider.health !== data.health) await announce('catalog', { tenantId });
}
