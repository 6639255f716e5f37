import { type FieldConflict, findConflicts } from '@/lib/core/diff/conflicts';
import type { Tx } from '@/lib/db/transaction';
import { ServiceError } from '../errors';
import { bindingNow } from './binding-now';
import type { ChangeRow } from './change-rows';
import { type CapabilityRecord, objectOf, toCapability } from './rows';

type Proposed = Pick<ChangeRow, 'tenantId' | 'kind' | 'payload'>;

/** Fields that changed since the proposal, and not to what it proposes. */
export async function conflictsOf(
  tx: Tx,
  change: Proposed,
  row: CapabilityRecord,
): Promise<FieldConflict[]> {
  const payload = objectOf(change.payload);
  const now = await valuesNow(tx, change, row);
  return findConflicts(objectOf(payload.before), now, objectOf(payload.changes));
}

/** The values a proposal is compared with: of the capability, or of the binding it is about. */
export async function valuesNow(
  tx: Tx,
  change: Proposed,
  row: CapabilityRecord,
): Promise<Record<string, unknown>> {
  return change.kind === 'binding' ? await bindingNow(tx, change) : toCapability(row);
}

/** @throws ServiceError CONFLICT, with each field three ways, when the base has moved. */
export async function requireUnmoved(
  tx: Tx,
  change: Proposed,
  row: CapabilityRecord,
): Promise<void> {
  const conflicts = await conflictsOf(tx, change, row);
  if (conflicts.length > 0) throw movedOn(conflicts);
}

export function movedOn(conflicts: readonly FieldConflict[]): ServiceError {
  const moved = conflicts.map(({ field }) => field);
  return new ServiceError(
    'CONFLICT',
    `Changed since this was proposed: ${moved.join(', ')}. Its author takes the one or the other, then it is decided again.`,
    { moved, conflicts },
  );
}
