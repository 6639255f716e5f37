import { runtime } from '@/lib/runtime';
import type { DelegationAnswer } from '@/lib/schemas/delegations';
import { PAGE_LIMIT_MAX, type PagePart } from '@/lib/schemas/shared';
import { requireCatalogReader } from '../authorize';
import type { Context } from '../context';
import { decodeCursor, toPage } from '../cursor';
import { peopleNames } from '../people/people-names';
import { toDelegation } from './delegation-answer';

/** Delegations of the tenant acted in, newest first: its people may know who decides. */
export async function listDelegations(call: {
  ctx: Context;
  input: { user?: string | undefined } & PagePart;
}): Promise<{ items: DelegationAnswer[]; next_cursor: string | null }> {
  const { ctx, input } = call;
  requireCatalogReader(ctx);
  const { tenantId } = ctx;
  const { limit = PAGE_LIMIT_MAX, cursor, user } = input;
  const [at, id] = cursor ? decodeCursor(cursor, ['time', 'text']) : [];
  const rows = await runtime().db.prisma.delegation.findMany({
    where: {
      tenantId,
      AND: [
        user === undefined ? {} : { OR: [{ fromUser: user }, { toUser: user }] },
        at === undefined
          ? {}
          : { OR: [{ createdAt: { lt: at } }, { createdAt: at, id: { lt: id ?? '' } }] },
      ],
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  const names = await peopleNames(rows.flatMap((row) => [row.fromUser, row.toUser]));
  const page = toPage(rows, limit, (row) => [row.createdAt.toISOString(), row.id]);
  return { ...page, items: page.items.map((row) => toDelegation(row, names, ctx.now)) };
}
