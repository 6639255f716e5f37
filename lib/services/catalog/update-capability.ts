import { authorize } from '@/lib/core/policy/authorize';
import type { Tx } from '@/lib/db/transaction';
import type { CapabilityChanges, UpdateCapabilityInput } from '@/lib/schemas/capabilities';
import type { Finding } from '@/lib/schemas/capability-answers';
import type { ChangeOutcome } from '@/lib/schemas/change-requests';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { changedMeanwhile, invalidField, ServiceError } from '../errors';
import { futureTime } from '../future-time';
import { makeOffer } from '../ownership/make-offer';
import { columnsOf, definitionAfter, realChanges } from './columns';
import { namingTakenId } from './create-capability';
import { computeFindings } from './findings';
import { addAuthor } from './keep-authors';
import { getCapabilityRecord, reloadCapability, writeCapability } from './load';
import { proposeChange } from './propose-change';
import { requireFreeIds } from './register-drafts';
import { reviseSubmission } from './revise-submission';
import { asJson, type CapabilityRecord, toCapability } from './rows';
import { computeSurfaceId } from './surface-id';

/**
 * Changes a capability. A draft changes at once; one in review too, and its approvals are revoked;
 * what is live only changes through a change request, which is then in the answer.
 * @throws ServiceError CONFLICT when it was changed since `row_version` was read.
 */
export async function updateCapability(call: {
  ctx: Context;
  input: UpdateCapabilityInput;
  /** Leaves the notice to the caller, who changes many. */
  quiet?: boolean;
}): Promise<ChangeOutcome> {
  const { ctx, input } = call;
  const row = await getCapabilityRecord(ctx, input.capability_id);
  const { tenantId, ownerTeamId } = row;
  requireAllowed(authorize(ctx.actor, 'capability.edit', { tenantId, ownerTeamId }));
  const { row_version, id: newId, reason = '', effective_from, ...asked } = input.changes;
  if (row_version !== row.rowVersion) throw changedMeanwhile('capability');
  const rename = newId !== undefined && newId !== row.id ? newId : null;
  if (rename !== null && row.status !== 'DRAFT') {
    throw invalidField('id', 'The id is fixed once the capability was submitted.');
  }
  const { owner, ...own } = realChanges(row, asked);
  const isLive = row.status === 'PRODUCTION' || row.status === 'DEPRECATED';
  // What is not live moves at the receiving team's yes; until then the old owner stays.
  const changes = isLive && owner !== undefined ? { ...own, owner } : own;
  const offer = isLive ? null : (owner ?? null);
  const changesNothing = rename === null && Object.keys(changes).length === 0;
  if (changesNothing && offer === null) {
    return { capability: toCapability(row), change_request: null };
  }
  if (row.status === 'DISABLED') {
    throw new ServiceError('PRECONDITION_FAILED', 'A disabled capability no longer changes.');
  }
  if (isLive) {
    const later = futureTime(ctx.now, 'effective_from', effective_from);
    const extra = later ? { effective_from: later.toISOString() } : {};
    return await proposeChange({ ctx, row, changes, reason, extra });
  }
  if (changesNothing) return await transact((tx) => offerOwner(tx, ctx, row, { offer, reason }));
  const findings = await computeFindings(
    { ...row, ...definitionAfter(row, changes) },
    row.findings,
    Object.keys(changes),
  );
  const write = { row, changes, rename, offer, findings, reason };
  const outcome = rename
    ? await namingTakenId(rename, () => transact((tx) => writeChanges(tx, ctx, write)))
    : await transact((tx) => writeChanges(tx, ctx, write));
  if (!call.quiet) await announce('catalog', { tenantId, ids: [row.id, outcome.capability.id] });
  return outcome;
}

type Write = {
  row: CapabilityRecord;
  changes: CapabilityChanges;
  rename: string | null;
  /** The team it is offered to. */
  offer: string | null;
  findings: Finding[];
  reason: string;
};

/** Writes changes of a draft or of one in review, whose submission is brought up to them. */
export async function writeChanges(tx: Tx, ctx: Context, write: Write): Promise<ChangeOutcome> {
  const { row, changes, rename, findings } = write;
  const { tenantId } = row;
  if (rename !== null) await requireFreeIds(tx, tenantId, [rename]);
  const after = definitionAfter(row, changes);
  await writeCapability(tx, row, {
    ...columnsOf(changes),
    ...(rename === null ? {} : { id: rename }),
    ...(changes.name === undefined ? {} : { surfaceId: await surfaceIdAfter(tx, row, after.name) }),
    schemaHash: after.schemaHash,
    findings: asJson(findings),
  });
  const changed = await reloadCapability(tx, { tenantId, id: rename ?? row.id });
  if (rename !== null) await moveOffers(tx, row, rename);
  await addAuthor(tx, ctx, changed);
  if (row.status === 'REVIEW') await reviseSubmission(tx, ctx, changed);
  await recordAudit(tx, ctx, {
    action: rename === null ? 'capability.update' : 'capability.rename',
    targetKind: 'capability',
    targetId: changed.id,
    tenantId,
    ...(write.reason ? { reason: write.reason } : {}),
    ...beforeAfter(row, changed, changes, rename),
  });
  return await offerOwner(tx, ctx, changed, write);
}

async function offerOwner(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  { offer: to, reason }: Pick<Write, 'offer' | 'reason'>,
): Promise<ChangeOutcome> {
  const outcome = { capability: toCapability(row), change_request: null };
  if (to === null) return outcome;
  const { tenantId, id, ownerTeamId } = row;
  const target = { tenantId, kind: 'capability' as const, id, ownerTeamId };
  const offer = await makeOffer(tx, ctx, { target, to, reason });
  return { ...outcome, ownership_offer: { id: offer.id, to } };
}

/** An offer stays with what it offers under its new id. */
async function moveOffers(tx: Tx, row: CapabilityRecord, id: string): Promise<void> {
  await tx.ownershipOffer.updateMany({
    where: { tenantId: row.tenantId, targetKind: 'capability', targetId: row.id, status: 'OPEN' },
    data: { targetId: id },
  });
}

async function surfaceIdAfter(tx: Tx, row: CapabilityRecord, name: string): Promise<string> {
  const binding = await tx.binding.findFirst({
    where: { tenantId: row.tenantId, capabilityId: row.id, removedAt: null },
    orderBy: [{ firstSeenAt: 'asc' }, { id: 'asc' }],
    select: { upstreamName: true, provider: { select: { id: true, kind: true, location: true } } },
  });
  if (!binding) return computeSurfaceId(row.type, name, null);
  return computeSurfaceId(row.type, binding.upstreamName, binding.provider);
}

/** Only what changed, so that the trail can be read. */
export function beforeAfter(
  row: CapabilityRecord,
  changed: CapabilityRecord,
  changes: CapabilityChanges,
  rename: string | null = null,
) {
  const fields = [...Object.keys(changes), ...(rename === null ? [] : ['id'])];
  const pick = (from: CapabilityRecord) => {
    const shown: Record<string, unknown> = toCapability(from);
    return Object.fromEntries(fields.map((field) => [field, shown[field]]));
  };
  return { before: pick(row), after: pick(changed) };
}
