import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { ProviderView, SyncView } from '@/lib/schemas/providers';
import type { PageQuery } from '@/lib/schemas/shared';
import { requireAllowed, visibleTenants } from '../authorize';
import type { Context } from '../context';
import { decodeCursor, toPage } from '../cursor';
import { notFound } from '../errors';
import { loadProvider } from './load-provider';
import { viewOf } from './provider-view';
import { requirePerson } from './require-person';
import { toSyncView } from './sync-record';

type Call<T> = { ctx: Context; input: T };

function requireReader(ctx: Context): void {
  requirePerson(ctx);
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
}

/** @throws ServiceError NOT_FOUND. */
export async function getProvider({ ctx, input }: Call<{ id: string }>): Promise<ProviderView> {
  requireReader(ctx);
  return viewOf(await loadProvider(ctx, input.id));
}

/** The syncs of one provider, newest first. */
export async function listSyncs({
  ctx,
  input,
}: Call<{ id: string } & PageQuery>): Promise<{ items: SyncView[]; next_cursor: string | null }> {
  requireReader(ctx);
  const { tenantId, id } = await loadProvider(ctx, input.id);
  const before = input.cursor ? decodeCursor(input.cursor, ['text'])[0] : null;
  const rows = await runtime().db.prisma.sync.findMany({
    where: { tenantId, providerId: id, ...(before === null ? {} : { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: input.limit + 1,
  });
  const page = toPage(rows, input.limit, (row) => [row.id]);
  return { items: page.items.map(toSyncView), next_cursor: page.next_cursor };
}

/** One sync, also while it runs. */
export async function getSync({ ctx, input }: Call<{ id: string }>): Promise<SyncView> {
  requireReader(ctx);
  const row = await runtime().db.prisma.sync.findFirst({
    where: { id: input.id, tenantId: { in: visibleTenants(ctx) } },
  });
  if (!row) throw notFound('sync', input.id);
  return toSyncView(row);
}

/** Several syncs at once, for who watches them. Ids that are unknown here are left out. */
export async function getSyncs({ ctx, input }: Call<{ ids: string[] }>): Promise<SyncView[]> {
  requireReader(ctx);
  const rows = await runtime().db.prisma.sync.findMany({
    where: { id: { in: input.ids }, tenantId: { in: visibleTenants(ctx) } },
  });
  return rows.map(toSyncView);
}
