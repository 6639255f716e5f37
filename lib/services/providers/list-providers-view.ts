import type { z } from 'zod';
import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { ProviderView, providerListQuerySchema } from '@/lib/schemas/providers';
import { requireAllowed, visibleTenants } from '../authorize';
import type { Context } from '../context';
import { decodeCursor, toPage } from '../cursor';
import type { ProviderRecord } from './load-provider';
import { countCapabilities, toProviderView } from './provider-view';
import { requirePerson } from './require-person';

/** Providers of the tenant and of `shared`, by id. For people: an agent sees capabilities only. */
export async function listProviders({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.output<typeof providerListQuerySchema>;
}): Promise<{ items: ProviderView[]; next_cursor: string | null }> {
  requirePerson(ctx);
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
  const after = input.cursor ? decodeCursor(input.cursor, ['text'])[0] : null;
  const rows = await runtime().db.prisma.provider.findMany({
    where: {
      tenantId: { in: visibleTenants(ctx) },
      archivedAt: null,
      ...(after === null ? {} : { id: { gt: after } }),
      ...(input.health ? { health: input.health } : {}),
      ...(input.owner ? { ownerTeamId: input.owner } : {}),
      ...(input.backend ? { backendId: input.backend } : {}),
      ...(input.q
        ? {
            OR: [
              { id: { contains: input.q, mode: 'insensitive' as const } },
              { name: { contains: input.q, mode: 'insensitive' as const } },
            ],
          }
        : {}),
    },
    orderBy: [{ id: 'asc' }, { tenantId: 'asc' }],
    take: input.limit + 1,
  });
  const page = toPage(rows as ProviderRecord[], input.limit, (row) => [row.id]);
  const counts = page.items.length > 0 ? await countCapabilities(page.items) : new Map();
  return {
    items: page.items.map((row) =>
      toProviderView(row, counts.get(`${row.tenantId}/${row.id}`) ?? 0),
    ),
    next_cursor: page.next_cursor,
  };
}
