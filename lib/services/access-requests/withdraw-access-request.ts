import { authorize } from '@/lib/core/policy/authorize';
import type { AccessRequestView } from '@/lib/schemas/access-requests';
import { ownedBy, readAgent } from '../agents/agent-view';
import { transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { notFound, ServiceError } from '../errors';
import { getAccessRequest } from './list-access-requests-view';

/**
 * An owner of the agent takes the request back.
 * @throws ServiceError NOT_FOUND, FORBIDDEN, CONFLICT when it has been decided.
 */
export async function withdrawAccessRequest({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string };
}): Promise<AccessRequestView> {
  const { tenantId } = ctx;
  const { id } = input;
  await transact(async (tx) => {
    const request = await tx.accessRequest.findUnique({ where: { tenantId_id: { tenantId, id } } });
    if (!request) throw notFound('access request', id);
    const agent = await readAgent(tx, ctx, request.agentId);
    requireAllowed(authorize(ctx.actor, 'access-request.create', ownedBy(agent)));
    const { count } = await tx.accessRequest.updateMany({
      where: { tenantId, id, status: 'PENDING' },
      data: { status: 'WITHDRAWN' },
    });
    if (count === 0) throw new ServiceError('CONFLICT', 'It has been decided, or taken back.');
    await recordAudit(tx, ctx, {
      action: 'access.withdraw',
      targetKind: 'access_request',
      targetId: id,
      before: { status: 'PENDING' },
      after: { status: 'WITHDRAWN' },
    });
  });
  return await getAccessRequest({ ctx, input });
}
