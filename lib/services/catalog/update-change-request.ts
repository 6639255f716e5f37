import { authorize } from '@/lib/core/policy/authorize';
import { canonicalJson, type JsonObject } from '@/lib/core/shared/json';
import { runtime } from '@/lib/runtime';
import { type CapabilityChanges, capabilityChangesSchema } from '@/lib/schemas/capabilities';
import { type ChangeRequestAnswer, WAITING_STATUSES } from '@/lib/schemas/change-requests';
import { versionCheckSchema } from '@/lib/schemas/versions';
import { transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed, requireUser } from '../authorize';
import type { Context } from '../context';
import { changedMeanwhile, ServiceError } from '../errors';
import { followOwner } from '../ownership/owner-consent';
import { applyTime } from './apply-time';
import { union } from './authors';
import { toChangeRequest, WITH_NAME } from './change-rows';
import { versionCheckOf } from './check-version';
import { type LoadedChange, loadChangeRequest } from './find-change-request';
import { nextPayload } from './next-payload';
import { publishTitle } from './publish-version';
import { revokeDecisions } from './revise-submission';
import { asJson, objectOf } from './rows';

type Input = {
  change_request_id: string;
  row_version: number;
  title?: string | undefined;
  reason?: string | undefined;
  changes?: CapabilityChanges | undefined;
  take?: Record<string, 'mine' | 'theirs'> | undefined;
  apply_at?: string | null | undefined;
};

/**
 * Edits a change request that is not closed. Who edits is an author from now on, and decisions on
 * the earlier wording are revoked: what was scheduled waits for a decision again.
 */
export async function updateChangeRequest(call: {
  ctx: Context;
  input: Input;
}): Promise<ChangeRequestAnswer> {
  const { ctx, input } = call;
  const loaded = await loadChangeRequest(ctx, input.change_request_id);
  const { change, row } = loaded;
  const { tenantId, ownerTeamId } = row;
  requireAllowed(authorize(ctx.actor, 'capability.edit', { tenantId, ownerTeamId }));
  const author = requireUser(ctx.actor).userId;
  if (change.closedAt !== null)
    throw new ServiceError('CONFLICT', `It is closed: ${change.status}.`);
  if (change.rowVersion !== input.row_version) throw changedMeanwhile('change request');
  const payload = objectOf(change.payload);
  const asked = await nextPayload(runtime().db.prisma, loaded, input);
  const { next, ...seen } = await lookAgain(ctx, loaded, asked);
  const applyAt = applyTime(ctx.now, input.apply_at, change.applyAt);
  return await transact(async (tx) => {
    const { count } = await tx.changeRequest.updateMany({
      where: {
        tenantId,
        id: change.id,
        status: { in: [...WAITING_STATUSES] },
        rowVersion: change.rowVersion,
      },
      data: {
        ...seen,
        ...(input.title === undefined ? {} : { title: input.title }),
        ...(input.reason === undefined ? {} : { reason: input.reason }),
        payload: asJson(next),
        status: 'OPEN',
        applyAt,
        baseRowVersion: row.rowVersion,
        authors: union(change.authors, [author]),
        rowVersion: { increment: 1 },
      },
    });
    if (count === 0) throw changedMeanwhile('change request');
    await revokeDecisions(tx, ctx, tenantId, change.id);
    const after = await tx.changeRequest.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id: change.id } },
      include: WITH_NAME,
    });
    if (change.kind !== 'promote') await followOwner(tx, ctx, row, after);
    await recordAudit(tx, ctx, {
      action: 'change_request.update',
      targetKind: 'change_request',
      targetId: change.id,
      tenantId,
      before: { title: change.title, reason: change.reason, status: change.status, payload },
      after: { title: after.title, reason: after.reason, status: after.status, payload: next },
    });
    return toChangeRequest(after);
  });
}

/** A publish says what it would be and who is hit; written anew, it says so of the new wording. */
async function lookAgain(ctx: Context, { change, row }: LoadedChange, next: JsonObject) {
  const changes = capabilityChangesSchema.safeParse(next.changes ?? {});
  const isSame =
    canonicalJson(next.changes ?? null) === canonicalJson(objectOf(change.payload).changes ?? null);
  if (change.kind !== 'publish' || isSame || !changes.success) return { next };
  const check = await versionCheckOf(ctx, row, changes.data);
  const known = versionCheckSchema.safeParse(change.impact).data;
  const isNamed = known && change.title === publishTitle(row, known);
  const { verdict, changes: differences } = check;
  return {
    next: { ...next, compatibility: { verdict, changes: differences } },
    impact: asJson(check),
    ...(isNamed ? { title: publishTitle(row, check) } : {}),
  };
}
