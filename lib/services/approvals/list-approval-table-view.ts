import type { Approval, Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type {
  ApprovalRow,
  ApprovalStatus,
  ApprovalTable,
  ApprovalTableQuery,
} from '@/lib/schemas/approval-views';
import { APPROVAL_STATUSES } from '@/lib/schemas/invoke';
import type { Context } from '../context';
import { type Names, namesOf, ownersIn } from './approval-names';
import { scopeOf } from './list-approvals-view';
import { mayDecide, statusAt, toRisk } from './view';

type Where = Prisma.ApprovalWhereInput;

/**
 * A page of the console's table: those that wait first, the soonest to expire at the top; then the
 * rest, newest first.
 */
export async function listApprovalTable({
  ctx,
  input,
}: {
  ctx: Context;
  input: ApprovalTableQuery;
}): Promise<ApprovalTable> {
  const visible: Where = { tenantId: ctx.tenantId, AND: [await scopeOf(ctx)] };
  const chosen: Where = { AND: [visible, ...filtersOf(ctx, input.filters)] };
  const waiting: Where = { AND: [chosen, withStatus(ctx, 'PENDING')] };
  const rest: Where = { AND: [chosen, { NOT: withStatus(ctx, 'PENDING') }] };
  const { prisma } = runtime().db;
  const [counts, first, others] = await Promise.all([
    countByStatus(ctx, visible),
    prisma.approval.count({ where: waiting }),
    prisma.approval.count({ where: rest }),
  ]);
  const skip = (input.page - 1) * input.pageSize;
  const page = (where: Where, order: 'asc' | 'desc', from: number, take: number) =>
    take <= 0 ? [] : prisma.approval.findMany({ where, orderBy: { id: order }, skip: from, take });
  const head = await page(waiting, 'asc', skip, Math.min(input.pageSize, first - skip));
  const tail = await page(rest, 'desc', Math.max(0, skip - first), input.pageSize - head.length);
  const rows = [...head, ...tail];
  const names = await namesOf(ctx.tenantId, rows);
  return { rows: rows.map((row) => toRow(ctx, row, names)), total: first + others, counts };
}

function filtersOf(ctx: Context, filters: Record<string, string[]>): Where[] {
  const out: Where[] = [];
  const { status, capability, agent, risk } = filters;
  const statuses = APPROVAL_STATUSES.filter((item) => status?.includes(item));
  if (statuses.length > 0) out.push({ OR: statuses.map((item) => withStatus(ctx, item)) });
  if (capability) out.push({ capabilityId: { in: capability } });
  if (agent) out.push({ agentId: { in: agent } });
  if (risk) out.push({ risk: { in: risk } });
  return out;
}

/** The status of this moment: what ran out is EXPIRED, whether or not the job has been by. */
function withStatus(ctx: Context, status: ApprovalStatus): Where {
  if (status === 'PENDING' || status === 'APPROVED') {
    return { status, expiresAt: { gt: ctx.now } };
  }
  if (status !== 'EXPIRED') return { status };
  const ranOut = { status: { in: ['PENDING', 'APPROVED'] }, expiresAt: { lte: ctx.now } };
  return { OR: [{ status: 'EXPIRED' }, ranOut] };
}

async function countByStatus(ctx: Context, visible: Where) {
  const { prisma } = runtime().db;
  const entries = await Promise.all(
    APPROVAL_STATUSES.map(async (status) => {
      const where = { AND: [visible, withStatus(ctx, status)] };
      return [status, await prisma.approval.count({ where })] as const;
    }),
  );
  const counts = { PENDING: 0, APPROVED: 0, DENIED: 0, EXPIRED: 0, USED: 0 };
  for (const [status, count] of entries) counts[status] = count;
  return counts;
}

function toRow(ctx: Context, row: Approval, names: Names): ApprovalRow {
  const agent = names.agents.get(row.agentId);
  const capability = names.capabilities.get(`${row.capabilityTenantId}/${row.capabilityId}`);
  const status = statusAt(row, ctx.now);
  return {
    id: row.id,
    status,
    agent: { id: row.agentId, name: agent?.name ?? row.agentId },
    capability: { id: row.capabilityId, name: capability?.name ?? row.capabilityId },
    version: row.version,
    risk: toRisk(row.risk),
    subject: row.subject === row.agentId ? null : (names.users.get(row.subject) ?? row.subject),
    requested_at: row.requestedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    decided_by: row.decidedBy ? (names.users.get(row.decidedBy) ?? row.decidedBy) : null,
    may_decide: status === 'PENDING' && mayDecide(ctx, row, ownersIn(names, row)).allowed,
  };
}
