import type { Delegation } from '@/lib/db/generated/client';
import type { DelegationAnswer } from '@/lib/schemas/delegations';

/** A delegation as people see it; whether it holds is said by the clock. */
export function toDelegation(
  row: Delegation,
  names: Map<string, string>,
  now: Date,
): DelegationAnswer {
  const over = row.endedAt !== null || row.endsAt <= now;
  return {
    id: row.id,
    from: row.fromUser,
    from_name: names.get(row.fromUser) ?? row.fromUser,
    to: row.toUser,
    to_name: names.get(row.toUser) ?? row.toUser,
    starts_at: row.startsAt.toISOString(),
    ends_at: row.endsAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
    reason: row.reason,
    state: over ? 'over' : row.startsAt <= now ? 'active' : 'planned',
  };
}
