import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { Profile } from '@/lib/schemas/profiles';
import type { PageQuery } from '@/lib/schemas/shared';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { decodeCursor, toPage } from '@/lib/services/cursor';
import { toProfile } from './profile-view';

/** Profiles of the tenant acted in, by id. */
export async function listProfiles({ ctx, input }: { ctx: Context; input: PageQuery }): Promise<{
  items: Profile[];
  next_cursor: string | null;
}> {
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
  const after = input.cursor ? decodeCursor(input.cursor, ['text'])[0] : null;
  const rows = await runtime().db.prisma.profile.findMany({
    where: { tenantId: ctx.tenantId, ...(after === null ? {} : { id: { gt: after } }) },
    orderBy: { id: 'asc' },
    take: input.limit + 1,
  });
  const page = toPage(rows, input.limit, (row) => [row.id]);
  return { items: page.items.map(toProfile), next_cursor: page.next_cursor };
}
