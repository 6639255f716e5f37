import type { Tx } from '@/lib/db/transaction';
import { runtime } from '@/lib/runtime';
import { visibleTenants } from '../authorize';
import type { Context } from '../context';
import { changedMeanwhile, notFound } from '../errors';
import { asCapability, type CapabilityRecord } from './rows';
import { isDiscoverable } from './visibility';

/** The capability of this id in the caller's tenant, else in `shared`; null when there is none. */
export async function findCapability(
  tx: Tx,
  ctx: Context,
  id: string,
): Promise<CapabilityRecord | null> {
  const tenants = visibleTenants(ctx);
  const rows = await tx.capability.findMany({ where: { id, tenantId: { in: tenants } } });
  const row = tenants.flatMap((tenantId) => rows.filter((one) => one.tenantId === tenantId))[0];
  return row ? asCapability(row) : null;
}

/**
 * The capability a call names.
 * @throws ServiceError NOT_FOUND, also for what is another tenant's and, to an agent, for what it
 *   may not discover.
 */
export async function getCapabilityRecord(ctx: Context, id: string): Promise<CapabilityRecord> {
  const row = await findCapability(runtime().db.prisma, ctx, id);
  if (!row) throw notFound('capability', id);
  if (ctx.actor.kind === 'agent' && !(await isDiscoverable(ctx.actor, row, ctx.now))) {
    throw notFound('capability', id);
  }
  return row;
}

/**
 * The same row inside a transaction, locked until its end.
 * @throws ServiceError CONFLICT when it has moved on since it was loaded.
 */
export async function lockCapability(tx: Tx, loaded: CapabilityRecord): Promise<void> {
  const rows = await tx.$queryRaw<{ row_version: number }[]>`
    SELECT row_version FROM capabilities
    WHERE tenant_id = ${loaded.tenantId} AND id = ${loaded.id} FOR UPDATE`;
  if (rows[0]?.row_version !== loaded.rowVersion) throw changedMeanwhile('capability');
}

/** Conditional write of a loaded row: raises its version. @throws ServiceError CONFLICT on a lost race. */
export async function writeCapability(
  tx: Tx,
  loaded: Pick<CapabilityRecord, 'tenantId' | 'id' | 'status' | 'rowVersion'>,
  data: Parameters<Tx['capability']['updateMany']>[0]['data'],
): Promise<void> {
  const { count } = await tx.capability.updateMany({
    where: {
      tenantId: loaded.tenantId,
      id: loaded.id,
      status: loaded.status,
      rowVersion: loaded.rowVersion,
    },
    data: { ...data, rowVersion: { increment: 1 } },
  });
  if (count === 0) throw changedMeanwhile('capability');
}

/** The row as it is now, inside the transaction that changed it. */
export async function reloadCapability(
  tx: Tx,
  key: { tenantId: string; id: string },
): Promise<CapabilityRecord> {
  const row = await tx.capability.findUniqueOrThrow({
    where: { tenantId_id: { tenantId: key.tenantId, id: key.id } },
  });
  return asCapability(row);
}
