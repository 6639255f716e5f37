import type { GateFacts } from '@/lib/core/lifecycle/gate-types';
import { checkGates } from '@/lib/core/lifecycle/gates';
import type { Tx } from '@/lib/db/transaction';
import { type CapabilityChanges, capabilityChangesSchema } from '@/lib/schemas/capabilities';
import type { Finding } from '@/lib/schemas/capability-answers';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import { ownerConsent } from '../ownership/owner-consent';
import { applyDeprecation } from './apply-deprecation';
import { applyBindingChange } from './binding-change';
import { carriedFailures, withCarriedNumber, writeCarriedMajors } from './carried-versions';
import type { ChangeRow } from './change-rows';
import { columnsOf, definitionAfter, touchesContract } from './columns';
import { computeFindings } from './findings';
import { fingerprint } from './fingerprint';
import { gateFacts } from './gate-facts';
import { throwOnFailures } from './gates';
import { clearAuthors } from './keep-authors';
import { reloadCapability, writeCapability } from './load';
import { nextRecertification } from './next-recertification';
import { planPublish, writeVersion } from './publish';
import { effectiveFromOf, rolledBack } from './roll-back';
import { asJson, type CapabilityRecord, findingsOf, objectOf } from './rows';
import { settleVersions } from './settle-versions';
import { movedOn, requireUnmoved } from './stale-base';

/** Whose yes it was, and the ruling that came with one: what was undecided is compatible. */
export type Decider = {
  userId: string;
  authors: readonly string[];
  ruling: { by: string; reason: string } | null;
};

export type Applicable = { change: ChangeRow; row: CapabilityRecord };

/** Changes of an `edit`, `publish` or `rollback`, and what the lint says of the outcome. */
export type Prepared = { changes: CapabilityChanges; findings: Finding[] };

/** What needs the schema worker, before the transaction. */
export async function prepareChange({ change, row }: Applicable): Promise<Prepared> {
  if (change.kind === 'binding') return { changes: {}, findings: findingsOf(row.findings) };
  const payload = objectOf(change.payload);
  const parsed = capabilityChangesSchema.safeParse(payload.changes ?? {});
  if (!parsed.success) {
    throw new ServiceError(
      'PRECONDITION_FAILED',
      'This proposal cannot be applied any more; withdraw it and propose the change again.',
    );
  }
  const changes = parsed.data;
  if (change.kind === 'promote') {
    throwOnFailures(await carriedFailures(row, change.payload), 'PRODUCTION');
  }
  const findings = await computeFindings(
    { ...row, ...definitionAfter(row, changes) },
    row.findings,
    change.kind === 'promote' ? ['description'] : Object.keys(changes),
  );
  return { changes, findings };
}

export type Applying = Applicable & { prepared: Prepared; decider: Decider };
type Applier = (tx: Tx, ctx: Context, call: Applying) => Promise<CapabilityRecord>;

/** Kinds that are carried out in a way of their own; the others change fields of something live. */
const APPLIERS: Readonly<Record<string, Applier>> = {
  promote,
  binding: applyBindingChange,
  deprecate: applyDeprecation,
  withdraw_deprecation: applyDeprecation,
};

/** Applies an approved change inside the decision's transaction. Answers the capability after it. */
export async function applyChange(tx: Tx, ctx: Context, call: Applying): Promise<CapabilityRecord> {
  return await (APPLIERS[call.change.kind] ?? applyToLive)(tx, ctx, call);
}

/** REVIEW -> PRODUCTION: version 1.0, everything in one transaction. */
async function promote(
  tx: Tx,
  ctx: Context,
  { change, row, prepared, decider }: Applying,
): Promise<CapabilityRecord> {
  if (row.status !== 'REVIEW' || objectOf(change.payload).fingerprint !== fingerprint(row)) {
    throw movedOn([{ field: 'the submission', base: null, now: null, proposed: null }]);
  }
  const facts = await gateFacts(
    tx,
    { ...row, findings: asJson(prepared.findings) as CapabilityRecord['findings'] },
    {
      decision: { decidedBy: decider.userId, authors: decider.authors },
      deprecation: null,
      now: ctx.now,
    },
  );
  throwOnFailures(checkGates(facts, 'PRODUCTION'), 'PRODUCTION');
  const content = contentOf(row);
  const plan = withCarriedNumber(
    await planPublish(tx, row, content, { now: ctx.now }),
    row,
    change.payload,
  );
  await writeCarriedMajors(tx, ctx, {
    row,
    payload: change.payload,
    changeRequestId: change.id,
    plan,
  });
  const version = await writeVersion(tx, ctx, {
    row,
    content,
    plan,
    changeRequestId: change.id,
    ruling: null,
  });
  await writeCapability(tx, row, {
    status: 'PRODUCTION',
    statusChangedAt: ctx.now,
    currentMajor: version.major,
    currentMinor: version.minor,
    attestedAt: ctx.now,
    recertifyBy: await nextRecertification(tx, row.tenantId, ctx.now),
    findings: asJson(prepared.findings),
  });
  await clearAuthors(tx, row);
  return await reloadCapability(tx, row);
}

async function applyToLive(
  tx: Tx,
  ctx: Context,
  { change, row, prepared, decider }: Applying,
): Promise<CapabilityRecord> {
  if (row.status !== 'PRODUCTION' && row.status !== 'DEPRECATED') {
    throw new ServiceError('CONFLICT', `The capability is in ${row.status} now; reject this.`);
  }
  await requireUnmoved(tx, change, row);
  await settleVersions(tx, ctx, row);
  const { changes } = prepared;
  const version = await publishIfNeeded(tx, ctx, { change, row, changes, decider });
  await writeCapability(tx, row, {
    ...columnsOf(changes),
    ...version,
    schemaHash: definitionAfter(row, changes).schemaHash,
    findings: asJson(prepared.findings),
  });
  await clearAuthors(tx, row);
  const changed = await reloadCapability(tx, row);
  await requireFit(tx, ctx, changed, await ownerConsent(tx, row, change));
  return changed;
}

async function publishIfNeeded(
  tx: Tx,
  ctx: Context,
  call: Applicable & { changes: CapabilityChanges; decider: Decider },
): Promise<{ currentMajor?: number; currentMinor?: number }> {
  const { change, row, changes, decider } = call;
  const back = await rolledBack(tx, ctx, change, row);
  if (back) return back;
  if (!touchesContract(changes)) return {};
  const content = definitionAfter(row, changes);
  const plan = await planPublish(tx, row, content, {
    now: ctx.now,
    ruled: decider.ruling !== null,
  });
  if (plan.same) return {};
  const written = await writeVersion(tx, ctx, {
    row,
    content,
    plan,
    changeRequestId: change.id,
    ruling: plan.compat.verdict === 'unknown' ? decider.ruling : null,
    effectiveFrom: effectiveFromOf(change),
  });
  return written.served ? { currentMajor: written.major, currentMinor: written.minor } : {};
}

/** A change of something live must leave it fit to be live: the gates of a return to production. */
async function requireFit(
  tx: Tx,
  ctx: Context,
  changed: CapabilityRecord,
  consent: GateFacts['ownerConsent'],
): Promise<void> {
  const extra = { decision: null, deprecation: null, now: ctx.now, ownerConsent: consent ?? null };
  const facts = await gateFacts(tx, changed, extra);
  throwOnFailures(checkGates({ ...facts, status: 'DEPRECATED' }, 'PRODUCTION'), 'PRODUCTION');
}

export function contentOf(row: CapabilityRecord) {
  const { title, description, inputSchema, outputSchema, annotations } = row;
  return { title, description, inputSchema, outputSchema, annotations };
}
