import { authorize } from '@/lib/core/policy/authorize';
import type { Team, TeamMemberInput } from '@/lib/schemas/teams';
import { transact } from '@/lib/services/announce';
import { recordAudit } from '@/lib/services/audit';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { invalidField } from '@/lib/services/errors';
import { readTeam } from './team-view';

type Call = { ctx: Context; input: TeamMemberInput };

/** Adds somebody of this tenant to a team. Adding a member again changes nothing. */
export async function addMember({ ctx, input }: Call): Promise<Team> {
  const { tenantId } = ctx;
  requireAllowed(authorize(ctx.actor, 'team.manage', { tenantId }));
  return transact(async (tx) => {
    const team = await readTeam(tx, tenantId, input.id);
    if (team.archived_at) {
      throw invalidField('id', `Team "${team.id}" is archived; bring it back first.`);
    }
    const person = await tx.user.findFirst({
      where: { id: input.user, roles: { some: { tenantId } } },
      select: { id: true, email: true },
    });
    if (!person) {
      throw invalidField(
        'user',
        `No person "${input.user}" with a role in "${tenantId}"; give the role first.`,
      );
    }
    const { count } = await tx.teamMember.createMany({
      data: { tenantId, teamId: input.id, userId: person.id, createdAt: ctx.now },
      skipDuplicates: true,
    });
    if (count > 0) {
      await recordAudit(tx, ctx, {
        action: 'team.add_member',
        targetKind: 'team',
        targetId: input.id,
        after: { user: person.id, email: person.email },
      });
    }
    return readTeam(tx, tenantId, input.id);
  });
}

/** Takes somebody out of a team. Taking out who is not in it changes nothing. */
export async function removeMember({ ctx, input }: Call): Promise<Team> {
  const { tenantId } = ctx;
  requireAllowed(authorize(ctx.actor, 'team.manage', { tenantId }));
  return transact(async (tx) => {
    await readTeam(tx, tenantId, input.id);
    const { count } = await tx.teamMember.deleteMany({
      where: { tenantId, teamId: input.id, userId: input.user },
    });
    if (count > 0) {
      await recordAudit(tx, ctx, {
        action: 'team.remove_member',
        targetKind: 'team',
        targetId: input.id,
        before: { user: input.user },
      });
    }
    return readTeam(tx, tenantId, input.id);
  });
}
