import { runtime } from '@/lib/runtime';
import type { Token } from '@/lib/schemas/people';
import type { Context } from '@/lib/services/context';
import { getUser } from './get-user';
import { requireTokenRight } from './require-token-right';

const MAX_LISTED = 200;

/**
 * Tokens of a person, newest first; never their secrets. A token acts in every tenant of its
 * person, so another's are listed to who may end them: an admin in each.
 */
export async function listTokens({
  ctx,
  input,
}: {
  ctx: Context;
  input: { user_id: string };
}): Promise<{ items: Token[]; next_cursor: null }> {
  const user = await getUser({ ctx, id: input.user_id });
  await requireTokenRight(ctx, user.id);
  const rows = await runtime().db.prisma.accessToken.findMany({
    where: { userId: user.id },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_LISTED,
    omit: { secretHash: true, userId: true },
  });
  const items = rows.map((row) => ({
    id: row.id,
    name: row.name,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  }));
  return { items, next_cursor: null };
}
