import { authorize } from '@/lib/core/policy/authorize';
import type { Tx } from '@/lib/db/transaction';
import type { CreateTeam, Team } from '@/lib/schemas/teams';
import { transact } from '@/lib/services/announce';
import { recordAudit } from '@/lib/services/audit';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { ServiceError } from '@/lib/services/errors';
import { readTeam } from './team-view';

/** @throws ServiceError CONFLICT when the id is taken, also by an archived team. */
export async function createTeam({
  ctx,
  input,
}: {
  ctx: Context;
  input: CreateTeam;
}): Promise<Team> {
  const { tenantId } = ctx;
  requireAllowed(authorize(ctx.actor, 'team.manage', { tenantId }));
  return transact((tx) => registerTeam(tx, ctx, input));
}

/** The same inside the caller's transaction; whoever calls has asked the policy. */
export async function registerTeam(tx: Tx, ctx: Context, input: CreateTeam): Promise<Team> {
  const { tenantId } = ctx;
  const { count } = await tx.team.createMany({
    data: { tenantId, id: input.id, name: input.name, createdAt: ctx.now },
    skipDuplicates: true,
  });
  if (count === 0) {
    const message = `There is a team "${input.id}" already; choose another id.`;
    throw new ServiceError('CONFLICT', message, { errors: [{ path: 'id', message }] });
  }
  await recordAudit(tx, ctx, {
    action: 'team.create',
    targetKind: 'team',
    targetId: input.id,
    after: { name: input.name },
  });
  return readTeam(tx, tenantId, input.id);
}
