import { type InvocationItem, invocationSchema } from '@/lib/schemas/ledger';

/** A row of INVOCATION_COLUMNS as the driver answers it. */
export type InvocationRow = Omit<InvocationItem, 'started_at' | 'ended_at'> & {
  started_at: Date;
  ended_at: Date | null;
};

export function toInvocation(row: InvocationRow): InvocationItem {
  return {
    ...row,
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

/** Column names in the order of exports. */
export const INVOCATION_FIELDS = Object.keys(invocationSchema.shape) as (keyof InvocationItem)[];
