import { runtime } from '@/lib/runtime';
import type { Token } from '@/lib/schemas/people';
import type { PagePart } from '@/lib/schemas/shared';
import type { Context } from '@/lib/services/context';
import { toPage } from '@/lib/services/cursor';
import { newestFirst } from '@/lib/services/newest-first';
import { getUser } from './get-user';
import { requireTokenRight } from './require-token-right';

/**
 * Tokens of a person, newest first; never their secrets. A token acts in every tenant of its
 * person, so another's are listed to who may end them: an admin in each.
 */
export async function listTokens({
  ctx,
  input,
}: {
  ctx: Context;
  input: { user_id: string } & PagePart;
}): Promise<{ items: Token[]; next_cursor: string | null }> {
  const user = await getUser({ ctx, id: input.user_id });
  await requireTokenRight(ctx, user.id);
  const page = newestFirst(input);
  const rows = await runtime().db.prisma.accessToken.findMany({
    where: { userId: user.id, ...page.after },
    orderBy: page.orderBy,
    take: page.take,
    omit: { secretHash: true, userId: true },
  });
  const { items, next_cursor } = toPage(rows, page.limit, page.keys);
  const shown = items.map((row) => ({
    id: row.id,
    name: row.name,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  }));
  return { items: shown, next_cursor };
}
