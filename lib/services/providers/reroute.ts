import { movedRouting, type Routing, whyRoutingIsFixed } from '@/lib/core/policy/routing';
import type { Tx } from '@/lib/db/transaction';
import { addAuthor } from '../catalog/keep-authors';
import { reloadCapability } from '../catalog/load';
import { reviseSubmission } from '../catalog/revise-submission';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import { liveThrough } from './live-through';
import type { ProviderRecord } from './load-provider';

type Located = { tenantId: string; id: string };

/**
 * Inside the transaction that changes a provider: refuses to send live capabilities elsewhere, and
 * makes who sends submitted ones elsewhere an author of what is decided on.
 * @throws ServiceError PRECONDITION_FAILED at the fields that would move.
 */
export async function reroute(
  tx: Tx,
  ctx: Context,
  provider: ProviderRecord,
  change: Partial<Record<keyof Routing, string | null | undefined>>,
): Promise<void> {
  const now = { endpoint: provider.endpoint, credential_ref: provider.credentialRef };
  const { endpoint, credential_ref } = change;
  const moved = movedRouting(now, {
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credential_ref === undefined ? {} : { credential_ref }),
  });
  if (moved.length === 0) return;
  const submitted = await lockCapabilities(tx, provider);
  const liveIds = await liveThrough(tx, provider);
  const errors = moved.flatMap((path) => {
    const message = whyRoutingIsFixed(path, liveIds);
    return message === null ? [] : [{ path, message }];
  });
  const [first] = errors;
  if (first) throw new ServiceError('PRECONDITION_FAILED', first.message, { errors });
  for (const id of submitted) {
    const row = await reloadCapability(tx, { tenantId: provider.tenantId, id });
    await addAuthor(tx, ctx, row);
    await reviseSubmission(tx, ctx, row);
  }
}

/** Locked, so that none goes live while its provider moves. Answers the ids of those in review. */
async function lockCapabilities(tx: Tx, { tenantId, id }: Located): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string; status: string }[]>`
    SELECT id, status FROM capabilities c
    WHERE tenant_id = ${tenantId} AND EXISTS (
      SELECT 1 FROM bindings b
      WHERE b.tenant_id = c.tenant_id AND b.capability_id = c.id AND b.provider_id = ${id})
    ORDER BY id FOR UPDATE OF c`;
  return rows.filter(({ status }) => status === 'REVIEW').map((row) => row.id);
}
