import { isAllowed } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import { visibleTenants } from '../authorize';
import type { Context } from '../context';

export type Choice = { value: string; label: string };
export type CatalogFacets = { owners: Choice[]; providers: Choice[]; tags: Choice[] };

const MAX_TAGS = 300;

/** What the catalog can be filtered by and who can own something, for selects and filters. */
export async function listFacets({ ctx }: { ctx: Context }): Promise<CatalogFacets> {
  const tenants = visibleTenants(ctx);
  const { prisma } = runtime().db;
  const where = { tenantId: { in: tenants }, archivedAt: null };
  const [teams, providers, tags] = await Promise.all([
    prisma.team.findMany({ where, select: { id: true, name: true }, orderBy: { name: 'asc' } }),
    prisma.provider.findMany({ where, select: { id: true, name: true }, orderBy: { name: 'asc' } }),
    prisma.$queryRaw<{ tag: string }[]>`
      SELECT tag FROM capabilities c, unnest(c.tags) AS tag
      WHERE c.tenant_id = ANY(${tenants}::text[]) AND c.dismissed_at IS NULL
      GROUP BY tag ORDER BY count(*) DESC, tag LIMIT ${MAX_TAGS}`,
  ]);
  const choices = (rows: { id: string; name: string }[]) => [
    ...new Map(rows.map((row) => [row.id, { value: row.id, label: row.name }])).values(),
  ];
  return {
    owners: choices(teams),
    providers: choices(providers),
    tags: tags.map(({ tag }) => ({ value: tag, label: tag })),
  };
}

/** Teams of the tenant acted in that this person may register something for. */
export async function listOwnTeams({ ctx }: { ctx: Context }): Promise<Choice[]> {
  const { actor, tenantId } = ctx;
  if (actor.kind !== 'user') return [];
  const mayRegister = (ownerTeamId: string | null) =>
    isAllowed(actor, 'capability.register', { tenantId, ownerTeamId });
  const own = actor.teams.filter((team) => team.tenantId === tenantId && mayRegister(team.teamId));
  const owned = { id: { in: own.map((team) => team.teamId) } };
  const teams = await runtime().db.prisma.team.findMany({
    where: { tenantId, archivedAt: null, ...(mayRegister(null) ? {} : owned) },
    select: { id: true, name: true },
    orderBy: { name: 'asc' },
  });
  return teams.map((team) => ({ value: team.id, label: team.name }));
}
