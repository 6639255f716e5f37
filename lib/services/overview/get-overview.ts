import { authorize, recordScope } from '@/lib/core/policy/authorize';
import { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type { Overview } from '@/lib/schemas/overview';
import { listDecidableRequests } from '../access-requests/list-access-requests-view';
import { listDecidableApprovals } from '../approvals/list-decidable-approvals';
import { requireUser, visibleTenants } from '../authorize';
import { decidableRequests } from '../catalog/decidable-requests';
import { DRIFTED, mine, ORPHANED } from '../catalog/list-capabilities-view';
import type { Context } from '../context';
import { callScope } from '../ledger/call-scope';
import { countOffersForMe } from '../ownership/list-offers';
import { findRecentCalls, findRecentIncidents } from './recent';

const SHOWN = 5;
const MOST_OPEN = 200;

/** What waits for the person, what is wrong, and what happened lately. */
export async function getOverview({ ctx }: { ctx: Context }): Promise<Overview> {
  requireUser(ctx.actor);
  const scope = recordScope(ctx.actor, 'ledger.read', ctx.tenantId);
  const teamIds = scope.all ? null : scope.teamIds;
  const [decide, approvals, access, restore, counts, offers, calls, incidents] = await Promise.all([
    requestsToDecide(ctx),
    approvalsToDecide(ctx),
    accessToDecide(ctx),
    incidentsToRestore(ctx),
    countAll(ctx, teamIds),
    countOffersForMe(ctx),
    findRecentCalls(ctx, teamIds),
    findRecentIncidents(ctx),
  ]);
  return {
    decide,
    approvals,
    access,
    restore,
    counts: { ...counts, my_offers: offers },
    recent_calls: calls,
    recent_incidents: incidents,
    ledger: scope.all ? 'all' : scope.teamIds.length > 0 ? 'own' : 'none',
  };
}

async function requestsToDecide(ctx: Context): Promise<Overview['decide']> {
  const where = decidableRequests(ctx);
  const { prisma } = runtime().db;
  const [rows, total] = await Promise.all([
    prisma.changeRequest.findMany({
      where,
      select: { id: true, title: true, capabilityId: true, submittedAt: true },
      orderBy: [{ submittedAt: 'asc' }, { id: 'asc' }],
      take: SHOWN,
    }),
    prisma.changeRequest.count({ where }),
  ]);
  const items = rows.map((row) => ({
    id: row.id,
    title: row.title,
    detail: row.capabilityId,
    at: row.submittedAt.toISOString(),
  }));
  return { items, total };
}

async function approvalsToDecide(ctx: Context): Promise<Overview['approvals']> {
  const decidable = await listDecidableApprovals(ctx);
  const items = decidable.slice(0, SHOWN).map((row) => ({
    id: row.id,
    title: `${row.agentId} wants to call ${row.capabilityId}`,
    detail: row.capabilityId,
    at: row.requestedAt.toISOString(),
  }));
  return { items, total: decidable.length };
}

async function accessToDecide(ctx: Context): Promise<Overview['access']> {
  const { rows, total } = await listDecidableRequests(ctx, SHOWN);
  const items = rows.map((row) => ({
    id: row.id,
    title: `${row.agent_id} asks for ${row.capability_id}`,
    detail: row.capability_id,
    at: row.requested_at.toISOString(),
  }));
  return { items, total };
}

/** There are few open incidents at a time: each is asked of the policy, as its own page does. */
async function incidentsToRestore(ctx: Context): Promise<Overview['restore']> {
  const rows = await runtime().db.prisma.incident.findMany({
    where: { tenantId: { in: visibleTenants(ctx) }, restoredAt: null },
    orderBy: [{ openedAt: 'asc' }, { id: 'asc' }],
    take: MOST_OPEN,
  });
  const mine = rows.filter(
    ({ tenantId, openedBy }) =>
      authorize(ctx.actor, 'incident.restore', { tenantId, pressedBy: openedBy }).allowed,
  );
  const items = mine.slice(0, SHOWN).map((row) => ({
    id: row.id,
    title: `${row.targetKind} ${row.targetId}, stopped by ${row.openedByName}`,
    detail: row.reason,
    at: row.openedAt.toISOString(),
  }));
  return { items, total: mine.length };
}

type CountRow = Omit<Overview['counts'], 'my_offers'>;
const { join } = Prisma;

async function countAll(ctx: Context, teamIds: readonly string[] | null): Promise<CountRow> {
  const tenants = join(visibleTenants(ctx));
  const day = new Date(ctx.now.getTime() - 24 * 3600 * 1000);
  const calls = callScope(ctx, teamIds);
  const [row] = await runtime().db.prisma.$queryRaw<CountRow[]>`
    WITH s AS (SELECT s.invocation_id FROM invocation_starts s
      WHERE s.started_at >= ${day} AND s.refused IS NULL AND ${calls})
    SELECT
      count(*) FILTER (WHERE c.status = 'DRAFT' AND c.dismissed_at IS NULL AND ${mine(ctx)})::int AS my_drafts,
      count(*) FILTER (WHERE c.recertify_by <= ${ctx.now} AND c.status <> 'DISABLED'
        AND c.dismissed_at IS NULL AND ${mine(ctx)})::int AS my_overdue,
      count(*) FILTER (WHERE c.status = 'DRAFT' AND c.dismissed_at IS NULL)::int AS drafts,
      count(*) FILTER (WHERE c.status = 'REVIEW')::int AS review,
      count(*) FILTER (WHERE c.status IN ('PRODUCTION', 'DEPRECATED'))::int AS live,
      count(*) FILTER (WHERE c.quarantined_at IS NOT NULL)::int AS quarantined,
      count(*) FILTER (WHERE ${DRIFTED})::int AS drifted,
      count(*) FILTER (WHERE c.dismissed_at IS NULL AND ${ORPHANED})::int AS orphans,
      count(*) FILTER (WHERE c.recertify_by < ${ctx.now} AND c.status <> 'DISABLED')::int AS overdue,
      (SELECT count(*) FROM providers p WHERE p.tenant_id IN (${tenants}) AND p.archived_at IS NULL
        AND p.health = 'UNHEALTHY')::int AS failing_providers,
      (SELECT count(*) FROM incidents i WHERE i.tenant_id IN (${tenants})
        AND i.restored_at IS NULL)::int AS open_incidents,
      (SELECT count(*) FROM providers p WHERE p.tenant_id IN (${tenants})
        AND p.archived_at IS NULL)::int AS providers,
      (SELECT count(*) FROM agents a WHERE a.tenant_id = ${ctx.tenantId})::int AS agents,
      (SELECT count(DISTINCT r.user_id) FROM role_assignments r JOIN users u ON u.id = r.user_id
        WHERE u.active AND r.tenant_id = ${ctx.tenantId})::int AS people,
      (SELECT count(*) FROM s)::int AS calls_24h,
      (SELECT count(*) FROM s JOIN invocation_ends e ON e.invocation_id = s.invocation_id
        WHERE e.status <> 'SUCCEEDED')::int AS failed_24h
    FROM capabilities c WHERE c.tenant_id IN (${tenants})`;
  if (!row) throw new Error('An aggregate always answers one row.');
  return row;
}
