import type { Tx } from '@/lib/db/transaction';
import {
  type ChangeKind,
  type ChangeRequestAnswer,
  WAITING_STATUSES,
} from '@/lib/schemas/change-requests';
import { recordAudit } from '../audit';
import { requireUser } from '../authorize';
import type { Context } from '../context';
import { standInsOf } from '../delegations/stand-ins';
import { ServiceError } from '../errors';
import { newId } from '../ids';
import { tell } from '../notifications/tell';
import { authorsOf, union } from './authors';
import { toChangeRequest, WITH_NAME } from './change-rows';
import { asJson, type CapabilityRecord } from './rows';

export type Proposal = {
  kind: ChangeKind;
  title: string;
  reason: string;
  /** Complete enough to apply the change without looking anywhere else. */
  payload: Record<string, unknown>;
  impact?: unknown;
  baseRowVersion: number;
  /** The binding it is about: one proposal for each may wait. */
  about?: string;
  /** Who wrote a part of it earlier, beside those the capability knows. */
  authors?: readonly string[];
};

/**
 * Opens a change request on a capability inside the caller's transaction. Its authors are all who
 * wrote a part since the last decision, and the person who proposes it; the system writes nothing.
 * @throws ServiceError CONFLICT when one of this kind is open already.
 */
export async function openChangeRequest(
  tx: Tx,
  ctx: Context,
  capability: CapabilityRecord,
  proposal: Proposal,
): Promise<ChangeRequestAnswer> {
  const { tenantId, id: capabilityId } = capability;
  const { kind } = proposal;
  const proposer = ctx.actor.kind === 'system' ? ctx.actor.name : requireUser(ctx.actor).userId;
  const open = await tx.changeRequest.findFirst({
    where: {
      tenantId,
      capabilityId,
      kind,
      status: { in: [...WAITING_STATUSES] },
      ...(proposal.about === undefined
        ? {}
        : { payload: { path: ['binding', 'about'], equals: proposal.about } }),
    },
    select: { id: true },
  });
  if (open) throw alreadyOpen(kind, open.id);
  const row = await tx.changeRequest.create({
    data: {
      tenantId,
      id: newId('chg', ctx.now.getTime()),
      kind,
      capabilityId,
      title: proposal.title,
      reason: proposal.reason,
      payload: asJson(proposal.payload),
      baseRowVersion: proposal.baseRowVersion,
      authors: union(
        await authorsOf(tx, capability),
        proposal.authors ?? [],
        ctx.actor.kind === 'system' ? [] : [proposer],
      ),
      ...(proposal.impact === undefined ? {} : { impact: asJson(proposal.impact) }),
      submittedBy: proposer,
      submittedAt: ctx.now,
    },
    include: WITH_NAME,
  });
  await recordAudit(tx, ctx, {
    action: 'change_request.open',
    targetKind: 'change_request',
    targetId: row.id,
    tenantId,
    reason: proposal.reason,
    after: { kind, capability_id: capabilityId, payload: proposal.payload, authors: row.authors },
  });
  await tell(tx, ctx, {
    kind: 'change_request.submitted',
    title: `${row.title} waits for a decision`,
    href: `/change-requests/${row.id}`,
    targetKind: 'change_request',
    targetId: row.id,
    tenantId,
    data: { kind, capability_id: capabilityId },
    audience: {
      roles: ['reviewer', 'admin'],
      users: await standInsOf(tx, tenantId, ctx.now),
      except: row.authors,
    },
  });
  return toChangeRequest(row);
}

function alreadyOpen(kind: string, id: string): ServiceError {
  return new ServiceError(
    'CONFLICT',
    `A change request of this kind (${kind}) is open already: ${id}. Edit it, or withdraw it first.`,
    { change_request_id: id },
  );
}
