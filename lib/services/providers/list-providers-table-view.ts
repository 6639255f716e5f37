import { authorize } from '@/lib/core/policy/authorize';
import type { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type { ProviderRow, SyncView } from '@/lib/schemas/providers';
import { requireAllowed, visibleTenants } from '../authorize';
import type { Context } from '../context';
import type { ProviderRecord } from './load-provider';
import { countCapabilities, toProviderView } from './provider-view';
import { requirePerson } from './require-person';
import { toSyncView } from './sync-record';

export type ProviderTableQuery = {
  q: string;
  sort: { id: string; desc: boolean };
  filters: Record<string, string[]>;
  page: number;
  pageSize: number;
};

export const WITH_NAMES = {
  ownerTeam: { select: { name: true } },
  backend: { select: { name: true } },
} satisfies Prisma.ProviderInclude;
type Named = Prisma.ProviderGetPayload<{ include: typeof WITH_NAMES }>;

/** A page of the console's table of providers, each with its newest sync. */
export async function listProvidersTable({
  ctx,
  input,
}: {
  ctx: Context;
  input: ProviderTableQuery;
}): Promise<{ rows: ProviderRow[]; total: number }> {
  requirePerson(ctx);
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
  const { prisma } = runtime().db;
  const where: Prisma.ProviderWhereInput = {
    tenantId: { in: visibleTenants(ctx) },
    archivedAt: null,
    AND: filtersOf(input),
  };
  const [rows, total] = await Promise.all([
    prisma.provider.findMany({
      where,
      include: WITH_NAMES,
      orderBy: [orderOf(input.sort), { id: 'asc' }],
      skip: (input.page - 1) * input.pageSize,
      take: input.pageSize,
    }),
    prisma.provider.count({ where }),
  ]);
  return { rows: await toProviderRows(ctx, rows), total };
}

/** Rows with what stands beside the provider itself: names, counts, newest sync, rights. */
export async function toProviderRows(ctx: Context, rows: readonly Named[]): Promise<ProviderRow[]> {
  if (rows.length === 0) return [];
  const [counts, syncs] = await Promise.all([countCapabilities(rows), newestSyncs(rows)]);
  return rows.map((row) => {
    const { tenantId, ownerTeamId } = row;
    const key = `${tenantId}/${row.id}`;
    return {
      ...toProviderView(row as Named & ProviderRecord, counts.get(key) ?? 0),
      owner_name: row.ownerTeam.name,
      backend_name: row.backend?.name ?? null,
      sync: syncs.get(key) ?? null,
      may_sync: authorize(ctx.actor, 'provider.sync', { tenantId, ownerTeamId }).allowed,
    };
  });
}

const NEWEST = `SELECT s.id FROM unnest($1::text[], $2::text[]) AS p (tenant_id, provider_id)
  CROSS JOIN LATERAL (SELECT id FROM syncs WHERE syncs.tenant_id = p.tenant_id
    AND syncs.provider_id = p.provider_id ORDER BY started_at DESC, id DESC LIMIT 1) s`;

async function newestSyncs(rows: readonly Named[]): Promise<Map<string, SyncView>> {
  const { pool, prisma } = runtime().db;
  const tenants = rows.map(({ tenantId }) => tenantId);
  const ids = rows.map(({ id }) => id);
  const newest = await pool.query<{ id: string }>(NEWEST, [tenants, ids]);
  const found = await prisma.sync.findMany({
    where: { tenantId: { in: tenants }, id: { in: newest.rows.map(({ id }) => id) } },
  });
  return new Map(found.map((row) => [`${row.tenantId}/${row.providerId}`, toSyncView(row)]));
}

function filtersOf({ q, filters }: ProviderTableQuery): Prisma.ProviderWhereInput[] {
  const out: Prisma.ProviderWhereInput[] = [];
  if (q) {
    const contains = { contains: q, mode: 'insensitive' as const };
    out.push({ OR: [{ id: contains }, { name: contains }, { description: contains }] });
  }
  if (filters.health) out.push({ health: { in: filters.health } });
  if (filters.kind) out.push({ kind: { in: filters.kind } });
  if (filters.owner) out.push({ ownerTeamId: { in: filters.owner } });
  if (filters.backend) out.push({ backendId: { in: filters.backend } });
  return out;
}

function orderOf({
  id,
  desc,
}: ProviderTableQuery['sort']): Prisma.ProviderOrderByWithRelationInput {
  const way = desc ? 'desc' : 'asc';
  if (id === 'kind') return { kind: way };
  if (id === 'health') return { health: way };
  if (id === 'owner') return { ownerTeam: { name: way } };
  if (id === 'last_sync') return { lastSyncedAt: { sort: way, nulls: 'last' } };
  return { name: way };
}
