import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import { requireAllowed, visibleTenants } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';

export type Found = {
  kind: 'capability' | 'provider' | 'agent';
  id: string;
  label: string;
  hint: string;
};

const EACH = 6;

/** Things of the console whose id or name holds the text, a few of each kind, for the palette. */
export async function findAnything({
  ctx,
  input,
}: {
  ctx: Context;
  input: { q: string };
}): Promise<Found[]> {
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
  const text = { contains: input.q, mode: 'insensitive' as const };
  const { prisma } = runtime().db;
  const tenantId = { in: visibleTenants(ctx) };
  const page = { select: { id: true, name: true }, orderBy: { id: 'asc' as const }, take: EACH };
  const [capabilities, providers, agents] = await Promise.all([
    prisma.capability.findMany({
      ...page,
      where: { tenantId, dismissedAt: null, OR: [{ id: text }, { name: text }, { title: text }] },
    }),
    prisma.provider.findMany({
      ...page,
      where: { tenantId, archivedAt: null, OR: [{ id: text }, { name: text }] },
    }),
    prisma.agent.findMany({
      ...page,
      where: { tenantId: ctx.tenantId, OR: [{ id: text }, { name: text }] },
    }),
  ]);
  const found = (kind: Found['kind'], rows: { id: string; name: string }[]): Found[] =>
    rows.map(({ id, name }) => ({ kind, id, label: name, hint: id }));
  return [
    ...found('capability', capabilities),
    ...found('provider', providers),
    ...found('agent', agents),
  ];
}
