import type { Surface } from '@/lib/core/shared/domain';
import type { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type { BindingAnswer } from '@/lib/schemas/bindings';
import { PAGE_LIMIT_MAX, type PagePart } from '@/lib/schemas/shared';
import type { Context } from '../context';
import { decodeCursor, toPage } from '../cursor';
import { getCapabilityRecord } from './load';
import { type CapabilityRecord, iso } from './rows';

/** What {@link toBinding} needs beside the row. */
export const WITH_PROVIDER = { provider: { select: { name: true } } } as const;
export type BindingRow = Prisma.BindingGetPayload<{ include: typeof WITH_PROVIDER }>;

export function toBinding(row: BindingRow): BindingAnswer {
  return {
    id: row.id,
    capability_id: row.capabilityId,
    provider: row.providerId,
    provider_name: row.provider.name,
    surface: row.surface as Surface,
    upstream_name: row.upstreamName,
    region: row.region,
    for_tenant: row.forTenantId,
    cost_per_call: Number(row.costPerCall),
    priority: row.priority,
    freshness_seconds: row.freshness,
    health: row.health as BindingAnswer['health'],
    availability: row.availability as BindingAnswer['availability'],
    availability_reason: row.availabilityReason,
    last_seen_at: iso(row.lastSeenAt),
    row_version: row.rowVersion,
  };
}

/** Where a capability is carried out: a page of its bindings, the one that goes first first. */
export async function listBindings(call: {
  ctx: Context;
  input: { capability_id: string } & PagePart;
}): Promise<{ items: BindingAnswer[]; next_cursor: string | null }> {
  const { limit = PAGE_LIMIT_MAX, cursor } = call.input;
  const row = await getCapabilityRecord(call.ctx, call.input.capability_id);
  const [priority, id] = cursor ? decodeCursor(cursor, ['whole', 'text']) : [];
  const after =
    priority === undefined
      ? {}
      : { OR: [{ priority: { gt: priority } }, { priority, id: { gt: id ?? '' } }] };
  const found = await bindingsOf(call.ctx, row, { after, take: limit + 1 });
  const page = toPage(found, limit, (one) => [String(one.priority), one.id]);
  if (call.ctx.actor.kind !== 'agent') return page;
  return { ...page, items: page.items.map(({ for_tenant: _tenant, ...binding }) => binding) };
}

/** Those that serve the tenant acted in; all of them where the capability itself lives. */
export async function bindingsOf(
  ctx: Context,
  row: CapabilityRecord,
  page?: { after: Prisma.BindingWhereInput; take: number },
): Promise<BindingAnswer[]> {
  const all = ctx.actor.kind !== 'agent' && ctx.tenantId === row.tenantId;
  const rows = await runtime().db.prisma.binding.findMany({
    where: {
      tenantId: row.tenantId,
      capabilityId: row.id,
      removedAt: null,
      ...(all ? {} : { OR: [{ forTenantId: null }, { forTenantId: ctx.tenantId }] }),
      AND: page?.after ?? {},
    },
    include: WITH_PROVIDER,
    orderBy: [{ priority: 'asc' }, { id: 'asc' }],
    ...(page ? { take: page.take } : {}),
  });
  return rows.map(toBinding);
}
