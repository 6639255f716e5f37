import { authorize } from '@/lib/core/policy/authorize';
import { canonicalJson } from '@/lib/core/shared/json';
import { type CapabilityChanges, capabilityChangesSchema } from '@/lib/schemas/capabilities';
import type { ChangeRequestAnswer } from '@/lib/schemas/change-requests';
import { transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed, requireUser } from '../authorize';
import type { Context } from '../context';
import { changedMeanwhile, invalidField, ServiceError } from '../errors';
import { followOwner } from '../ownership/owner-consent';
import { union } from './authors';
import { toChangeRequest, WITH_NAME } from './change-rows';
import { loadChangeRequest } from './find-change-request';
import { before } from './propose-change';
import { revokeDecisions } from './revise-submission';
import { asJson, objectOf } from './rows';
import { checkInputSchema } from './schema-check';

type Input = {
  change_request_id: string;
  row_version: number;
  title?: string | undefined;
  reason?: string | undefined;
  changes?: CapabilityChanges | undefined;
};

/**
 * Edits an open change request. Who edits is an author from now on, and decisions on the earlier
 * wording are revoked. New changes are based on the capability as it is now.
 */
export async function updateChangeRequest(call: {
  ctx: Context;
  input: Input;
}): Promise<ChangeRequestAnswer> {
  const { ctx, input } = call;
  const { change, row } = await loadChangeRequest(ctx, input.change_request_id);
  const { tenantId, ownerTeamId } = row;
  requireAllowed(authorize(ctx.actor, 'capability.edit', { tenantId, ownerTeamId }));
  const author = requireUser(ctx.actor).userId;
  if (change.status !== 'OPEN')
    throw new ServiceError('CONFLICT', `It is closed: ${change.status}.`);
  if (change.rowVersion !== input.row_version) throw changedMeanwhile('change request');
  const payload = objectOf(change.payload);
  const next = await nextPayload(payload, change.kind, input.changes);
  const changes = capabilityChangesSchema.safeParse(next.changes ?? {});
  const rebased =
    changes.success && next.changes ? { ...next, before: before(row, changes.data) } : next;
  return await transact(async (tx) => {
    const { count } = await tx.changeRequest.updateMany({
      where: { tenantId, id: change.id, status: 'OPEN', rowVersion: change.rowVersion },
      data: {
        ...(input.title === undefined ? {} : { title: input.title }),
        ...(input.reason === undefined ? {} : { reason: input.reason }),
        payload: asJson(rebased),
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
      before: { title: change.title, reason: change.reason, payload },
      after: { title: after.title, reason: after.reason, payload: rebased },
    });
    return toChangeRequest(after);
  });
}

async function nextPayload(
  payload: Record<string, unknown>,
  kind: string,
  changes: CapabilityChanges | undefined,
): Promise<Record<string, unknown>> {
  if (changes === undefined || canonicalJson(changes) === canonicalJson(payload.changes)) {
    return payload;
  }
  if (kind === 'promote') {
    throw invalidField('changes', 'Edit the capability itself: this asks for what it says.');
  }
  if (kind === 'rollback') {
    throw invalidField(
      'changes',
      'A rollback takes an earlier version as it was; publish instead.',
    );
  }
  if (changes.input_schema !== undefined) {
    const problem = await checkInputSchema(changes.input_schema);
    if (problem)
      throw invalidField('input_schema', `The input schema does not compile: ${problem}`);
  }
  return { ...payload, changes };
}
