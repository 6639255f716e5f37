import type { Tx } from '@/lib/db/transaction';
import type { Context } from '../context';
import { tell } from '../notifications/tell';
import { affectedTeams } from './affected-teams';
import type { CapabilityRecord } from './rows';

type End = {
  kind: 'capability.deprecated' | 'capability.disabled';
  major: number | null;
  disableAt: Date;
  replacementId: string | null;
  replacementMajor: number | null;
};

/** Tells the owners of the agents on what ends, each in the tenant of the agent. */
export async function tellOfEnd(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  end: End,
): Promise<void> {
  const what = end.major === null ? row.name : `Major ${end.major} of ${row.name}`;
  const day = end.disableAt.toISOString().slice(0, 16).replace('T', ' ');
  const instead = end.replacementId
    ? `; use ${end.replacementId}${end.replacementMajor ? `, major ${end.replacementMajor}` : ''}`
    : '';
  const title =
    end.kind === 'capability.deprecated'
      ? `${what} ends at ${day} UTC${instead}`
      : `${what} has ended${instead}`;
  for (const [tenantId, teams] of await affectedTeams(tx, row, end.major, ctx.now)) {
    await tell(tx, ctx, {
      kind: end.kind,
      title,
      href: `/capabilities/${row.id}?tab=versions`,
      targetKind: 'capability',
      targetId: row.id,
      tenantId,
      data: {
        capability_id: row.id,
        major: end.major,
        disable_at: end.disableAt.toISOString(),
        replacement: end.replacementId,
        replacement_major: end.replacementMajor,
      },
      audience: { teams },
    });
  }
}
