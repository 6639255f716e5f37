import { authorize } from '@/lib/core/policy/authorize';
import type { ChangeComment as Row } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import { runtime } from '@/lib/runtime';
import type { ChangeComment } from '@/lib/schemas/change-requests';
import { PAGE_LIMIT_MAX, type PagePart } from '@/lib/schemas/shared';
import { transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed } from '../authorize';
import { allAuthors } from '../catalog/authors';
import { type LoadedChange, loadChangeRequest } from '../catalog/find-change-request';
import { actorId, type Context } from '../context';
import { decodeCursor, toPage } from '../cursor';
import { ServiceError } from '../errors';
import { newId } from '../ids';
import { tell } from '../notifications/tell';

/**
 * Says something about a change request. What is closed is a record: it takes no comment.
 * @throws ServiceError FORBIDDEN, NOT_FOUND, CONFLICT when it is closed.
 */
export async function commentChangeRequest(call: {
  ctx: Context;
  input: { change_request_id: string; text: string };
}): Promise<ChangeComment> {
  const { ctx, input } = call;
  const loaded = await loadChangeRequest(ctx, input.change_request_id);
  const { tenantId, ownerTeamId } = loaded.row;
  requireAllowed(authorize(ctx.actor, 'change-request.comment', { tenantId, ownerTeamId }));
  if (loaded.change.closedAt !== null) throw closed(loaded.change.status);
  const authors = await allAuthors(runtime().db.prisma, loaded);
  return await transact((tx) => writeComment(tx, ctx, { ...loaded, authors }, input.text));
}

function closed(status: string): ServiceError {
  return new ServiceError(
    'CONFLICT',
    `It is closed (${status}), and what is closed stays as it is.`,
  );
}

/** Writes a comment and tells the authors and those who decided; a request just closed refuses it. */
export async function writeComment(
  tx: Tx,
  ctx: Context,
  { change, authors }: LoadedChange & { authors: readonly string[] },
  text: string,
): Promise<ChangeComment> {
  const { tenantId, id } = change;
  const [state] = await tx.$queryRaw<{ closed_at: Date | null; status: string }[]>`
    SELECT closed_at, status FROM change_requests
    WHERE tenant_id = ${tenantId} AND id = ${id} FOR SHARE`;
  if (state?.closed_at) throw closed(state.status);
  const row = await tx.changeComment.create({
    data: {
      tenantId,
      id: newId('cmt', ctx.now.getTime()),
      changeRequestId: id,
      text,
      writtenBy: actorId(ctx.actor),
      writtenAt: ctx.now,
    },
  });
  await recordAudit(tx, ctx, {
    action: 'change_request.comment',
    targetKind: 'change_request',
    targetId: id,
    tenantId,
    after: { text },
  });
  const deciders = await tx.changeDecision.findMany({
    where: { tenantId, changeRequestId: id },
    select: { decidedBy: true },
  });
  await tell(tx, ctx, {
    kind: 'change_request.commented',
    title: `New comment on ${change.title}`,
    href: `/change-requests/${id}`,
    targetKind: 'change_request',
    targetId: id,
    tenantId,
    data: { comment_id: row.id },
    audience: {
      users: [...authors, change.submittedBy, ...deciders.map((one) => one.decidedBy)],
    },
  });
  return toComment(row);
}

function toComment(row: Row): ChangeComment {
  return {
    id: row.id,
    text: row.text,
    written_by: row.writtenBy,
    written_at: row.writtenAt.toISOString(),
  };
}

/** Comments on one request, oldest first. @throws ServiceError FORBIDDEN to agents, NOT_FOUND. */
export async function listComments(call: {
  ctx: Context;
  input: { change_request_id: string } & PagePart;
}): Promise<{ items: ChangeComment[]; next_cursor: string | null }> {
  const { ctx, input } = call;
  const { change } = await loadChangeRequest(ctx, input.change_request_id);
  if (ctx.actor.kind === 'agent') {
    throw new ServiceError('FORBIDDEN', 'Change requests are read by people, not by agents.');
  }
  const { limit = PAGE_LIMIT_MAX, cursor } = input;
  const [at, id] = cursor ? decodeCursor(cursor, ['time', 'text']) : [];
  const rows = await runtime().db.prisma.changeComment.findMany({
    where: {
      tenantId: change.tenantId,
      changeRequestId: change.id,
      ...(at === undefined
        ? {}
        : { OR: [{ writtenAt: { gt: at } }, { writtenAt: at, id: { gt: id ?? '' } }] }),
    },
    orderBy: [{ writtenAt: 'asc' }, { id: 'asc' }],
    take: limit + 1,
  });
  return toPage(rows.map(toComment), limit, (row) => [row.written_at, row.id]);
}
