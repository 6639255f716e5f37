import type { Tx } from '@/lib/db/transaction';
import { runtime } from '@/lib/runtime';
import { WAITING_STATUSES } from '@/lib/schemas/change-requests';
import { visibleTenants } from '../authorize';
import type { Context } from '../context';
import { notFound } from '../errors';
import { type ChangeRow, WITH_NAME } from './change-rows';
import { asCapability, type CapabilityRecord } from './rows';
import { isDiscoverable } from './visibility';

export type LoadedChange = { change: ChangeRow; row: CapabilityRecord };

/**
 * The change request a call names, with its capability.
 * @throws ServiceError NOT_FOUND, also to an agent that may not discover the capability.
 */
export async function loadChangeRequest(ctx: Context, id: string): Promise<LoadedChange> {
  const { prisma } = runtime().db;
  const change = await prisma.changeRequest.findFirst({
    where: { id, tenantId: { in: visibleTenants(ctx) } },
    include: WITH_NAME,
  });
  if (!change) throw notFound('change request', id);
  const row = asCapability(
    await prisma.capability.findUniqueOrThrow({
      where: { tenantId_id: { tenantId: change.tenantId, id: change.capabilityId } },
    }),
  );
  if (ctx.actor.kind === 'agent' && !(await isDiscoverable(ctx.actor, row, ctx.now))) {
    throw notFound('change request', id);
  }
  return { change, row };
}

/** The waiting submission of a capability in review. */
export async function findSubmission(tx: Tx, row: CapabilityRecord): Promise<ChangeRow | null> {
  return await tx.changeRequest.findFirst({
    where: {
      tenantId: row.tenantId,
      capabilityId: row.id,
      kind: 'promote',
      status: { in: [...WAITING_STATUSES] },
    },
    include: WITH_NAME,
  });
}
