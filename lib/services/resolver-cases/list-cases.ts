import { runtime } from '@/lib/runtime';
import type { ResolverCase } from '@/lib/schemas/resolver-cases';
import type { Context } from '../context';
import { onlyVisible, toCase } from './case-view';
import { MAX_CASES } from './create-case';

/** Test cases of the tenant whose agents the caller may act as, newest first. */
export async function listCases({ ctx }: { ctx: Context }): Promise<ResolverCase[]> {
  const rows = await runtime().db.prisma.resolverCase.findMany({
    where: { tenantId: ctx.tenantId },
    orderBy: { id: 'desc' },
    take: MAX_CASES,
  });
  return (await onlyVisible(ctx, rows)).map(toCase);
}
