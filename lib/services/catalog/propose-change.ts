import type { Tx } from '@/lib/db/transaction';
import type { CapabilityChanges } from '@/lib/schemas/capabilities';
import type { ChangeKind, ChangeOutcome, ChangeRequestAnswer } from '@/lib/schemas/change-requests';
import { announce, transact } from '../announce';
import type { Context } from '../context';
import { invalidField } from '../errors';
import { followOwner } from '../ownership/owner-consent';
import { versionCheckOf } from './check-version';
import { touchesContract } from './columns';
import { lockCapability } from './load';
import { openChangeRequest } from './open-change-request';
import { type CapabilityRecord, toCapability } from './rows';
import { checkInputSchema } from './schema-check';

export type Change = {
  ctx: Context;
  row: CapabilityRecord;
  changes: CapabilityChanges;
  reason: string;
  /** Set by a publish that goes its own way in; else what is changed decides. */
  kind?: ChangeKind;
  title?: string;
  extra?: Record<string, unknown>;
  /** What was seen of who is hit; kept with the request. */
  impact?: unknown;
};

/** Writes down a change of something live as a request: nothing agents see moves until it is decided. */
export async function proposeChange(change: Change): Promise<ChangeOutcome> {
  const { ctx, row, changes } = change;
  await requireCompiling(changes);
  // Who is hit is kept with the request, as it was seen when it was made.
  const impact =
    change.impact === undefined && touchesContract(changes)
      ? await versionCheckOf(ctx, row, changes)
      : change.impact;
  const request = await transact((tx) => openProposal(tx, { ...change, impact }));
  await announce('catalog', { tenantId: row.tenantId, ids: [row.id] });
  return { capability: toCapability(row), change_request: request };
}

/** Never inside a transaction. @throws ServiceError VALIDATION on `input_schema`. */
export async function requireCompiling(changes: CapabilityChanges): Promise<void> {
  if (changes.input_schema !== undefined) {
    const problem = await checkInputSchema(changes.input_schema);
    if (problem)
      throw invalidField('input_schema', `The input schema does not compile: ${problem}`);
  }
}

/** The same inside the caller's transaction. */
export async function openProposal(tx: Tx, change: Change): Promise<ChangeRequestAnswer> {
  const { ctx, row, changes, reason } = change;
  const kind = change.kind ?? kindOf(changes);
  await lockCapability(tx, row);
  const opened = await openChangeRequest(tx, ctx, row, {
    kind,
    title: change.title ?? titleOf(kind, row, changes),
    reason,
    payload: { changes, before: before(row, changes), ...change.extra },
    ...(change.impact === undefined ? {} : { impact: change.impact }),
    baseRowVersion: row.rowVersion,
  });
  await followOwner(tx, ctx, row, { ...opened, tenantId: row.tenantId });
  return opened;
}

/** What a change of something live is: a new version where agents see a difference. */
export function kindOf(changes: CapabilityChanges): ChangeKind {
  return touchesContract(changes) ? 'publish' : 'edit';
}

/** What the changed fields were, so that the decision can tell whether they still are. */
export function before(row: CapabilityRecord, changes: CapabilityChanges): Record<string, unknown> {
  const shown: Record<string, unknown> = toCapability(row);
  return Object.fromEntries(Object.keys(changes).map((field) => [field, shown[field] ?? null]));
}

function titleOf(kind: ChangeKind, row: CapabilityRecord, changes: CapabilityChanges): string {
  const fields = Object.keys(changes).map((field) => field.replaceAll('_', ' '));
  const what = fields.length > 3 ? `${fields.length} fields` : fields.join(', ');
  return kind === 'publish' ? `Publish ${row.name}: ${what}` : `Change ${what} of ${row.name}`;
}
