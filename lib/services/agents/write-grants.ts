import type { Tx } from '@/lib/db/transaction';
import { actorId, type Context } from '@/lib/services/context';
import { changedMeanwhile, ServiceError } from '@/lib/services/errors';
import { newId } from '@/lib/services/ids';
import { type GrantFacts, grantKey, isSameGrant } from './grant-widening';

export type AgentKey = { tenantId: string; agentId: string };

/** Raises the agent's version first: its row lock puts two writers in line. */
export async function claimGrants(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  { tenantId, agentId }: AgentKey,
  expected?: number,
): Promise<number> {
  const { count } = await tx.agent.updateMany({
    where: {
      tenantId,
      id: agentId,
      ...(expected === undefined ? {} : { rowVersion: expected }),
    },
    data: { rowVersion: { increment: 1 }, updatedAt: now },
  });
  if (count === 0) throw changedMeanwhile('the grants of', agentId);
  const { rowVersion } = await tx.agent.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: agentId } },
    select: { rowVersion: true },
  });
  return rowVersion;
}

/** Rows that stay the same keep who gave them, and when. */
export async function writeGrants(
  tx: Tx,
  ctx: Context,
  { tenantId, agentId }: AgentKey,
  before: readonly GrantFacts[],
  after: readonly GrantFacts[],
): Promise<void> {
  const kept = after.filter((grant) => before.some((old) => sameRow(old, grant)));
  const isKept = (grant: GrantFacts) => kept.some((other) => grantKey(other) === grantKey(grant));
  for (const { kind, target } of before.filter((grant) => !isKept(grant))) {
    await tx.grant.deleteMany({ where: { tenantId, agentId, targetKind: kind, target } });
  }
  const made = after.filter((grant) => !isKept(grant));
  const { count } = await tx.grant.createMany({
    data: made.map(({ kind, scopes, ...grant }) => ({
      id: newId('grt', ctx.now.getTime()),
      tenantId,
      agentId,
      targetKind: kind,
      ...grant,
      scopes: [...scopes],
      grantedBy: actorId(ctx.actor),
      createdAt: ctx.now,
    })),
    skipDuplicates: true,
  });
  if (count !== made.length) {
    throw new ServiceError('CONFLICT', 'Somebody changed these grants meanwhile; read them again.');
  }
}

function sameRow(old: GrantFacts, grant: GrantFacts): boolean {
  return grantKey(old) === grantKey(grant) && isSameGrant(old, grant);
}
