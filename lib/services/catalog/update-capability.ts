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
import { columnsOf, definitionAfter, realChanges } from './columns';
import { namingTakenId, requireFreeId } from './create-capability';
import { computeFindings } from './findings';
import { addAuthor } from './keep-authors';
import { getCapabilityRecord, reloadCapability, writeCapability } from './load';
import { proposeChange } from './propose-change';
import { reviseSubmission } from './revise-submission';
import { asJson, type CapabilityRecord, toCapability } from './rows';
import { computeSurfaceId } from './surface-id';
import { requireLiveTeam } from './teams';

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
  const changes = realChanges(row, asked);
  if (rename === null && Object.keys(changes).length === 0) {
    return { capability: toCapability(row), change_request: null };
  }
  if (row.status === 'DISABLED') {
    throw new ServiceError('PRECONDITION_FAILED', 'A disabled capability no longer changes.');
  }
  if (row.status === 'PRODUCTION' || row.status === 'DEPRECATED') {
    const later = futureTime(ctx.now, 'effective_from', effective_from);
    const extra = later ? { effective_from: later.toISOString() } : {};
    return await proposeChange({ ctx, row, changes, reason, extra });
  }
  const findings = await computeFindings(
    { ...row, ...definitionAfter(row, changes) },
    row.findings,
    Object.keys(changes),
  );
  const write = { row, changes, rename, findings, reason };
  const changed = rename
    ? await namingTakenId(rename, () => transact((tx) => writeChanges(tx, ctx, write)))
    : await transact((tx) => writeChanges(tx, ctx, write));
  if (!call.quiet) await announce('catalog', { tenantId, ids: [row.id, changed.id] });
  return { capability: toCapability(changed), change_request: null };
}

type Write = {
  row: CapabilityRecord;
  changes: CapabilityChanges;
  rename: string | null;
  findings: Finding[];
  reason: string;
};

async function writeChanges(tx: Tx, ctx: Context, write: Write): Promise<CapabilityRecord> {
  const { row, changes, rename, findings } = write;
  const { tenantId } = row;
  if (changes.owner !== undefined) await requireLiveTeam(tx, tenantId, changes.owner);
  if (rename !== null) await requireFreeId(tx, tenantId, rename);
  const after = definitionAfter(row, changes);
  await writeCapability(tx, row, {
    ...columnsOf(changes),
    ...(rename === null ? {} : { id: rename }),
    ...(changes.name === undefined ? {} : { surfaceId: await surfaceIdAfter(tx, row, after.name) }),
    schemaHash: after.schemaHash,
    findings: asJson(findings),
  });
  const changed = await reloadCapability(tx, { tenantId, id: rename ?? row.id });
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
  return changed;
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
