import type { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type { CreateCase, ResolverCase } from '@/lib/schemas/resolver-cases';
import { transact } from '../announce';
import { recordAudit } from '../audit';
import { requireUser } from '../authorize';
import { resolveCallingAgent } from '../calling-agent';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import { newId } from '../ids';
import { toCase } from './case-view';

/** More is no list that a person runs and reads. */
export const MAX_CASES = 500;

/**
 * Keeps a query of the playground with what it must find.
 * @throws ServiceError FORBIDDEN for who may not act as the agent; NOT_FOUND; LIMIT_EXCEEDED.
 */
export async function createCase({
  ctx,
  input,
}: {
  ctx: Context;
  input: CreateCase;
}): Promise<ResolverCase> {
  const user = requireUser(ctx.actor);
  await resolveCallingAgent(ctx, { agent_id: input.agent_id }, 'agent.discover');
  const { tenantId } = ctx;
  if ((await runtime().db.prisma.resolverCase.count({ where: { tenantId } })) >= MAX_CASES) {
    throw new ServiceError(
      'LIMIT_EXCEEDED',
      `A tenant keeps at most ${MAX_CASES} test cases. Delete some first.`,
    );
  }
  const id = newId('case', ctx.now.getTime());
  const row = await transact(async (tx) => {
    const made = await tx.resolverCase.create({
      data: {
        tenantId,
        id,
        name: input.name,
        agentId: input.agent_id,
        request: JSON.parse(JSON.stringify(input.request)) as Prisma.InputJsonValue,
        expected: input.expected,
        createdBy: user.userId,
        createdAt: ctx.now,
      },
    });
    await recordAudit(tx, ctx, {
      action: 'resolver-case.create',
      targetKind: 'resolver-case',
      targetId: id,
      after: { name: input.name, agent_id: input.agent_id, expected: input.expected },
    });
    return made;
  });
  return toCase(row);
}
