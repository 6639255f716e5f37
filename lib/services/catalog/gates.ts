import type { GateFacts, GateFailure } from '@/lib/core/lifecycle/gate-types';
import { checkGates } from '@/lib/core/lifecycle/gates';
import type { Status } from '@/lib/core/shared/domain';
import { ServiceError } from '../errors';

/** @throws ServiceError PRECONDITION_FAILED naming the field and the fix of every failure. */
export function requireGates(facts: GateFacts, to: Status): void {
  throwOnFailures(checkGates(facts, to), to);
}

export function throwOnFailures(failures: readonly GateFailure[], to: Status): void {
  const errors = failures
    .filter((failure) => failure.severity === 'error')
    .map(({ field, message, fix }) => ({ path: field, message: `${message} ${fix}` }));
  if (errors.length === 0) return;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  throw new ServiceError(
    'PRECONDITION_FAILED',
    `It cannot move to ${to} yet: ${errors[0]?.message ?? ''}${more}`,
    { errors },
  );
}
