import type { Tx } from '@/lib/db/transaction';
import { runtime } from '@/lib/runtime';
import { transact } from '../announce';
import { type Context, systemContext } from '../context';
import { tell } from '../notifications/tell';
import { readSettings } from '../settings/get-settings';

const DAY_MS = 24 * 3600 * 1000;
const MOST_DAYS = 365;
/** More than these of one team at once are told of in one message. */
const ONE_BY_ONE = 3;

/** Capabilities written down in one transaction; the next run takes the next. */
const AT_ONCE = 1000;

type Due = { id: string; name: string; ownerTeamId: string; recertifyBy: Date };

/**
 * Tells owners what they have to recertify: on the days their tenant has set and once it is
 * overdue, each once however many processes look. Answers how many capabilities were told of.
 */
export async function remindDue(now: Date): Promise<number> {
  const { prisma } = runtime().db;
  const tenants = await prisma.capability.groupBy({
    by: ['tenantId'],
    where: {
      recertifyBy: { lte: new Date(now.getTime() + MOST_DAYS * DAY_MS) },
      status: { in: ['PRODUCTION', 'DEPRECATED'] },
    },
  });
  let told = 0;
  for (const { tenantId } of tenants) {
    const { remind_days: days } = await readSettings(tenantId);
    // The tightest first: what is overdue is not told of as due in a week besides.
    for (const day of [...new Set([0, ...days])].sort((a, b) => a - b)) {
      told += await remindTenant(tenantId, day, now);
    }
  }
  return told;
}

async function remindTenant(tenantId: string, days: number, now: Date): Promise<number> {
  const ctx = systemContext('recertification', tenantId, now);
  return await transact(async (tx) => {
    const news = await markTold(tx, ctx, days);
    for (const team of new Set(news.map((row) => row.ownerTeamId))) {
      const rows = news.filter((row) => row.ownerTeamId === team);
      if (rows.length > ONE_BY_ONE) await tellOfMany(tx, ctx, team, rows, days);
      else for (const row of rows) await tellOfOne(tx, ctx, row, days);
    }
    return news.length;
  });
}

/**
 * Whoever writes the row tells; whoever finds it written does not. What was told of as more urgent
 * already is written down and not told of again.
 */
async function markTold(tx: Tx, { tenantId, now }: Context, days: number): Promise<Due[]> {
  const limit = new Date(now.getTime() + days * DAY_MS);
  return await tx.$queryRaw<Due[]>`
    WITH due AS (
      SELECT c.id, c.name, c.owner_team_id, c.recertify_by FROM capabilities c
      WHERE c.tenant_id = ${tenantId} AND c.recertify_by <= ${limit} AND c.dismissed_at IS NULL
        AND c.status IN ('PRODUCTION', 'DEPRECATED')
        AND NOT EXISTS (SELECT 1 FROM recertification_reminders r WHERE r.tenant_id = c.tenant_id
          AND r.capability_id = c.id AND r.recertify_by = c.recertify_by AND r.days = ${days})
      ORDER BY c.id LIMIT ${AT_ONCE}),
    marked AS (
      INSERT INTO recertification_reminders (tenant_id, capability_id, recertify_by, days, told_at)
      SELECT ${tenantId}, id, recertify_by, ${days}, ${now} FROM due
      ON CONFLICT DO NOTHING RETURNING capability_id)
    SELECT due.id, due.name, due.owner_team_id AS "ownerTeamId", due.recertify_by AS "recertifyBy"
    FROM due JOIN marked ON marked.capability_id = due.id
    WHERE NOT EXISTS (SELECT 1 FROM recertification_reminders r WHERE r.tenant_id = ${tenantId}
      AND r.capability_id = due.id AND r.recertify_by = due.recertify_by AND r.days < ${days})
    ORDER BY due.owner_team_id, due.id`;
}

const when = (days: number) =>
  days === 0 ? 'is overdue for recertification' : `is to be recertified within ${days} days`;

async function tellOfOne(tx: Tx, ctx: Context, row: Due, days: number): Promise<void> {
  await tell(tx, ctx, {
    kind: 'capability.due',
    title: `${row.name} ${when(days)}`,
    href: `/capabilities/${row.id}`,
    targetKind: 'capability',
    targetId: row.id,
    data: { recertify_by: row.recertifyBy.toISOString(), days },
    audience: { teams: [row.ownerTeamId] },
  });
}

async function tellOfMany(
  tx: Tx,
  ctx: Context,
  team: string,
  rows: readonly Due[],
  days: number,
): Promise<void> {
  await tell(tx, ctx, {
    kind: 'capability.due',
    title: `${rows.length} capabilities of the team ${team}: each ${when(days)}`,
    href: `/ownership?team=${team}&state=${days === 0 ? 'overdue' : 'due'}`,
    targetKind: 'team',
    targetId: team,
    data: { capability_ids: rows.slice(0, 200).map((row) => row.id), days },
    audience: { teams: [team] },
  });
}
