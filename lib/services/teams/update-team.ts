import { authorize } from '@/lib/core/policy/authorize';
import type { Tx } from '@/lib/db/transaction';
import type { Team, UpdateTeam } from '@/lib/schemas/teams';
import { announce, transact } from '@/lib/services/announce';
import { recordAudit } from '@/lib/services/audit';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { changedMeanwhile } from '@/lib/services/errors';
import { readTeam } from './team-view';

/**
 * Renames, archives or brings back a team. An archived team owns nothing any more: what it owned
 * is listed as orphaned until it is given to another one.
 */
export async function updateTeam({
  ctx,
  input,
}: {
  ctx: Context;
  input: UpdateTeam;
}): Promise<Team> {
  const { tenantId } = ctx;
  requireAllowed(authorize(ctx.actor, 'team.manage', { tenantId }));
  const team = await transact((tx) => changeTeam(tx, ctx, input));
  await announce('agents', { tenantId });
  return team;
}

/** The same inside the caller's transaction; whoever calls has asked the policy. */
export async function changeTeam(tx: Tx, ctx: Context, input: UpdateTeam): Promise<Team> {
  const { tenantId } = ctx;
  const before = await readTeam(tx, tenantId, input.id);
  const { count } = await tx.team.updateMany({
    where: { tenantId, id: input.id, rowVersion: input.row_version },
    data: {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.archived === undefined ? {} : { archivedAt: input.archived ? ctx.now : null }),
      rowVersion: { increment: 1 },
    },
  });
  if (count === 0) throw changedMeanwhile('team', input.id);
  const after = await readTeam(tx, tenantId, input.id);
  await recordAudit(tx, ctx, {
    action: auditAction(input, before.archived_at !== null),
    targetKind: 'team',
    targetId: input.id,
    before: { name: before.name, archived_at: before.archived_at },
    after: { name: after.name, archived_at: after.archived_at },
  });
  return after;
}

function auditAction(input: UpdateTeam, wasArchived: boolean): string {
  if (input.archived === undefined || input.archived === wasArchived) return 'team.update';
  return input.archived ? 'team.archive' : 'team.restore';
}

/** DELETE: archives the team as it is now. Archiving an archived one changes nothing. */
export async function archiveTeam({ ctx, id }: { ctx: Context; id: string }): Promise<void> {
  const { tenantId } = ctx;
  requireAllowed(authorize(ctx.actor, 'team.manage', { tenantId }));
  await transact(async (tx) => {
    const before = await readTeam(tx, tenantId, id);
    const { count } = await tx.team.updateMany({
      where: { tenantId, id, archivedAt: null },
      data: { archivedAt: ctx.now, rowVersion: { increment: 1 } },
    });
    if (count === 0) return;
    await recordAudit(tx, ctx, {
      action: 'team.archive',
      targetKind: 'team',
      targetId: id,
      before: { name: before.name, members: before.members.map((member) => member.id) },
    });
  });
  await announce('agents', { tenantId });
}
