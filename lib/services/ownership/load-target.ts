import type { Tx } from '@/lib/db/transaction';
import type { OwnedKind } from '@/lib/schemas/ownership';
import { visibleTenants } from '../authorize';
import type { Context } from '../context';
import { notFound } from '../errors';
import type { OwnedTarget } from './make-offer';

type Found = { tenantId: string; id: string; ownerTeamId: string };

/** @throws ServiceError NOT_FOUND, also for what is another tenant's. */
export async function loadOwned(
  tx: Tx,
  ctx: Context,
  { kind, id }: { kind: OwnedKind; id: string },
): Promise<OwnedTarget> {
  const tenants = visibleTenants(ctx);
  const query = {
    where: { id, tenantId: { in: tenants } },
    select: { tenantId: true, id: true, ownerTeamId: true } as const,
  };
  const rows = await findOwned(tx, kind, query);
  const row = tenants.flatMap((tenantId) => rows.filter((one) => one.tenantId === tenantId))[0];
  if (!row) throw notFound(kind, id);
  return { ...row, kind };
}

type Query = {
  where: { id: string; tenantId: { in: string[] } };
  select: { tenantId: true; id: true; ownerTeamId: true };
};

async function findOwned(tx: Tx, kind: OwnedKind, query: Query): Promise<Found[]> {
  switch (kind) {
    case 'capability':
      return await tx.capability.findMany(query);
    case 'provider':
      return await tx.provider.findMany(query);
    case 'agent':
      return await tx.agent.findMany(query);
    case 'backend':
      return await tx.backend.findMany(query);
  }
}
