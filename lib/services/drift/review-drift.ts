import { LIVE_STATUSES } from '@/lib/core/shared/domain';
import { canonicalJson, type Json } from '@/lib/core/shared/json';
import type { ChangeRequest } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import { log } from '@/lib/observability/log';
import { runtime } from '@/lib/runtime';
import { WAITING_STATUSES } from '@/lib/schemas/change-requests';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { openChangeRequest } from '../catalog/open-change-request';
import { revokeDecisions } from '../catalog/revise-submission';
import { asCapability, asJson, objectOf } from '../catalog/rows';
import type { Context } from '../context';
import type { ProviderRecord } from '../providers/load-provider';
import { lockRow, REVIEWED_KINDS } from './compare-drift';
import { type DriftedBinding, proposalOf } from './drift-proposal';
import { NO_HASH } from './record-unreadable';

/** Who proposes, whoever started the sync: nobody wrote a part of it, so any reviewer decides. */
const AUTHOR = 'sync';
const LIVE: string[] = [...LIVE_STATUSES];

/**
 * The last step of a sync: breaking drift of what is live, not decided yet, gets a change request
 * that would publish what the provider lists now. One a capability while it is open; it follows
 * the provider until a person edits it, and is taken back when the drift is gone. Nothing is ever
 * decided here. What the last sync left undone, this one does.
 */
export async function reviewDrift(called: Context, provider: ProviderRecord): Promise<void> {
  const ctx: Context = { ...called, actor: { kind: 'system', name: AUTHOR } };
  const { tenantId } = provider;
  const due = await undecided(provider);
  const ids = await withdrawNeedless(ctx, provider, due);
  for (const item of due) {
    try {
      if (await transact((tx) => propose(tx, ctx, provider, item))) ids.push(item.capabilityId);
    } catch (err) {
      log.error({ err, capability: item.capabilityId }, 'drift could not be put up for review');
    }
  }
  if (ids.length > 0) await announce('catalog', { tenantId, ids });
}

async function undecided({ tenantId, id: providerId }: ProviderRecord): Promise<DriftedBinding[]> {
  const { prisma } = runtime().db;
  const listed = { providerId, removedAt: null };
  const drifts = await prisma.drift.findMany({
    where: {
      tenantId,
      kind: { in: REVIEWED_KINDS },
      liveHash: { not: NO_HASH },
      resolvedAt: null,
      resolution: null,
      capability: { status: { in: LIVE }, bindings: { some: listed } },
    },
    orderBy: [{ detectedAt: 'asc' }, { id: 'asc' }],
  });
  if (drifts.length === 0) return [];
  const bindings = await prisma.binding.findMany({
    where: { tenantId, id: { in: drifts.map((drift) => drift.bindingId) }, ...listed },
    select: { id: true, capabilityId: true, liveHash: true, liveDefinition: true },
  });
  return drifts.flatMap(({ bindingId, liveHash, details }) => {
    const binding = bindings.find((one) => one.id === bindingId && one.liveHash === liveHash);
    return binding ? [{ ...binding, details: objectOf(details) }] : [];
  });
}

/** Its own and still only its own: once a person edits it, it is theirs. */
function isOwn({ submittedBy, authors }: ChangeRequest): boolean {
  return submittedBy === AUTHOR && authors.length === 0;
}

function bindingOf(request: ChangeRequest): unknown {
  return objectOf(objectOf(request.payload).drift).binding;
}

async function withdrawNeedless(
  ctx: Context,
  { tenantId, id: providerId }: ProviderRecord,
  due: readonly DriftedBinding[],
): Promise<string[]> {
  const open = await runtime().db.prisma.changeRequest.findMany({
    where: {
      tenantId,
      status: 'OPEN',
      submittedBy: AUTHOR,
      payload: { path: ['drift', 'provider'], equals: providerId },
    },
  });
  const needless = open.filter(
    (request) => isOwn(request) && !due.some(({ id }) => id === bindingOf(request)),
  );
  for (const request of needless) await transact((tx) => withdraw(tx, ctx, request));
  return needless.map((request) => request.capabilityId);
}

async function withdraw(tx: Tx, ctx: Context, request: ChangeRequest): Promise<void> {
  const { tenantId, id, rowVersion } = request;
  const { count } = await tx.changeRequest.updateMany({
    where: { tenantId, id, status: 'OPEN', rowVersion },
    data: { status: 'WITHDRAWN', closedAt: ctx.now, rowVersion: { increment: 1 } },
  });
  if (count === 0) return;
  await recordAudit(tx, ctx, {
    action: 'change_request.withdraw',
    targetKind: 'change_request',
    targetId: id,
    tenantId,
    reason: 'The provider no longer lists what this would publish.',
    before: { status: 'OPEN' },
    after: { status: 'WITHDRAWN' },
  });
}

/** Answers whether anything was written. */
async function propose(
  tx: Tx,
  ctx: Context,
  provider: ProviderRecord,
  item: DriftedBinding,
): Promise<boolean> {
  const { tenantId } = provider;
  const { capabilityId } = item;
  const row = asCapability(await lockRow(tx, tenantId, capabilityId));
  if (!LIVE.includes(row.status)) return false;
  const open = await tx.changeRequest.findFirst({
    where: { tenantId, capabilityId, kind: 'publish', status: { in: [...WAITING_STATUSES] } },
  });
  // A scheduled one was approved as it stands; what the provider lists since is drift of its own.
  const follows = open && open.status === 'OPEN' && isOwn(open) && bindingOf(open) === item.id;
  if (open && !follows) return false;
  const proposal = await proposalOf(tx, row, provider, item, ctx.now);
  if (!proposal) return false;
  if (!open) {
    await openChangeRequest(tx, ctx, row, proposal);
    return true;
  }
  const payload: Json = JSON.parse(JSON.stringify(proposal.payload));
  if (canonicalJson(payload) === canonicalJson(objectOf(open.payload))) return false;
  const { title, reason, baseRowVersion } = proposal;
  await tx.changeRequest.updateMany({
    where: { tenantId, id: open.id, status: 'OPEN', rowVersion: open.rowVersion },
    data: {
      ...{ title, reason, baseRowVersion, payload: asJson(payload) },
      rowVersion: { increment: 1 },
    },
  });
  await revokeDecisions(tx, ctx, tenantId, open.id);
  await recordAudit(tx, ctx, {
    action: 'change_request.update',
    targetKind: 'change_request',
    targetId: open.id,
    tenantId,
    before: { title: open.title, reason: open.reason, payload: open.payload },
    after: { title, reason, payload },
  });
  return true;
}
