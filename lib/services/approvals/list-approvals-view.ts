import type { z } from 'zod';
import { type Actor, rolesIn } from '@/lib/core/shared/actor';
import type { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type { ApprovalView, approvalListQuerySchema } from '@/lib/schemas/invoke';
import type { Context } from '../context';
import { decodeCursor, toPage } from '../cursor';
import { toApprovalView } from './view';

type Query = z.output<typeof approvalListQuerySchema>;

/**
 * Approvals of the tenant, newest first. Reviewers, admins and auditors see all; owners those of
 * their capabilities and agents; an agent its own.
 */
export async function listApprovals({
  ctx,
  input,
}: {
  ctx: Context;
  input: Query;
}): Promise<{ items: ApprovalView[]; next_cursor: string | null }> {
  const { prisma } = runtime().db;
  const and: Prisma.ApprovalWhereInput[] = [await scopeOf(ctx)];
  if (input.status === 'EXPIRED') {
    and.push({
      OR: [
        { status: 'EXPIRED' },
        { status: { in: ['PENDING', 'APPROVED'] }, expiresAt: { lte: ctx.now } },
      ],
    });
  } else if (input.status) {
    const open = input.status === 'PENDING' || input.status === 'APPROVED';
    and.push({ status: input.status, ...(open ? { expiresAt: { gt: ctx.now } } : {}) });
  }
  if (input.capability) and.push({ capabilityId: input.capability });
  if (input.agent) and.push({ agentId: input.agent });
  if (input.cursor) {
    const [id] = decodeCursor(input.cursor, 1);
    and.push({ id: { lt: String(id) } });
  }
  const rows = await prisma.approval.findMany({
    where: { tenantId: ctx.tenantId, AND: and },
    orderBy: { id: 'desc' },
    take: input.limit + 1,
  });
  const page = toPage(rows, input.limit, (row) => [row.id]);
  const items: ApprovalView[] = [];
  for (const row of page.items) items.push(await toApprovalView(ctx, row));
  return { items, next_cursor: page.next_cursor };
}

/** Which approvals of the tenant the caller may see. */
export async function scopeOf(ctx: Context): Promise<Prisma.ApprovalWhereInput> {
  const { actor } = ctx;
  if (actor.kind === 'agent') return { agentId: actor.agentId };
  if (actor.kind !== 'user') return { id: '' };
  if (seesAll(actor, ctx.tenantId)) return {};
  const teamIds = actor.teams
    .filter((team) => team.tenantId === ctx.tenantId)
    .map((team) => team.teamId);
  const owned = { where: { tenantId: ctx.tenantId, ownerTeamId: { in: teamIds } } };
  const { prisma } = runtime().db;
  const [capabilities, agents] = await Promise.all([
    prisma.capability.findMany({ ...owned, select: { id: true } }),
    prisma.agent.findMany({ ...owned, select: { id: true } }),
  ]);
  return {
    OR: [
      { capabilityId: { in: capabilities.map((row) => row.id) } },
      { agentId: { in: agents.map((row) => row.id) } },
    ],
  };
}

function seesAll(actor: Extract<Actor, { kind: 'user' }>, tenantId: string): boolean {
  const roles = rolesIn(actor, tenantId);
  return roles.some((role) => role === 'admin' || role === 'reviewer' || role === 'auditor');
}

/**
 * How many calls wait for a decision and are none of this person's own; the count beside the
 * sidebar's entry.
 */
export async function countPendingApprovals(ctx: Context): Promise<number> {
  const own = ctx.actor.kind === 'user' ? ctx.actor.userId : '';
  return runtime().db.prisma.approval.count({
    where: {
      tenantId: ctx.tenantId,
      status: 'PENDING',
      expiresAt: { gt: ctx.now },
      NOT: { behind: { has: own } },
      AND: [await scopeOf(ctx)],
    },
  });
}
