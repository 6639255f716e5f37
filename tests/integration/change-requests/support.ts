import type { CapabilityChanges } from '@/lib/schemas/capabilities';
import { decideChangeRequest } from '@/lib/services/catalog/decide-change-request';
import { getChangeRequest } from '@/lib/services/catalog/get-change-request';
import { updateCapability } from '@/lib/services/catalog/update-capability';
import type { CatalogWorld, Person } from '@/tests/support/catalog';

type Decision = { decision?: 'approve' | 'reject' | 'withdraw'; [key: string]: unknown };

export const decide = (by: Pick<Person, 'ctx'>, id: string, extra: Decision = {}) =>
  decideChangeRequest({
    ctx: by.ctx,
    input: { change_request_id: id, decision: 'approve', comment: '', ...extra },
  });

/** A change of something live, proposed by Olga. */
export async function propose(world: CatalogWorld, id: string, changes: CapabilityChanges) {
  const row_version = await rowVersionOf(world, id);
  const { change_request } = await updateCapability({
    ctx: world.olga.ctx,
    input: { capability_id: id, changes: { ...changes, row_version } },
  });
  if (!change_request) throw new Error('A change of something live makes a change request.');
  return change_request;
}

export async function rowVersionOf(world: CatalogWorld, id: string): Promise<number> {
  const { prisma } = (await import('@/lib/runtime')).runtime().db;
  const { rowVersion } = await prisma.capability.findUniqueOrThrow({
    where: { tenantId_id: { tenantId: world.tenantId, id } },
  });
  return rowVersion;
}

export const read = (by: Pick<Person, 'ctx'>, id: string) =>
  getChangeRequest({ ctx: by.ctx, input: { change_request_id: id } });
