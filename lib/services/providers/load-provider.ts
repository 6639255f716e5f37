import type { Location, ProviderKind, Risk } from '@/lib/core/shared/domain';
import type { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import { visibleTenants } from '../authorize';
import type { Context } from '../context';
import { notFound } from '../errors';
import { requirePerson } from './require-person';

/** The database's checks hold these words to the vocabularies, so reading them is a plain narrowing. */
export type ProviderRecord = Omit<
  Prisma.ProviderGetPayload<object>,
  'kind' | 'location' | 'riskFloor'
> & { kind: ProviderKind; location: Location; riskFloor: Risk };

/**
 * A provider of the tenant acted in, else of `shared`.
 * @throws ServiceError NOT_FOUND for unknown, archived and other tenants' alike; FORBIDDEN to agents,
 *   before anything is looked up.
 */
export async function loadProvider(ctx: Context, id: string): Promise<ProviderRecord> {
  requirePerson(ctx);
  const rows = await runtime().db.prisma.provider.findMany({
    where: { id, tenantId: { in: visibleTenants(ctx) }, archivedAt: null },
  });
  const row = rows.find(({ tenantId }) => tenantId === ctx.tenantId) ?? rows[0];
  if (!row) throw notFound('provider', id);
  return row as ProviderRecord;
}
