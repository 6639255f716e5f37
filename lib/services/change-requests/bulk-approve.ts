import { authorize, isAllowed } from '@/lib/core/policy/authorize';
import type { BulkApproveAnswer } from '@/lib/schemas/change-requests';
import { requireAllowed, visibleTenants } from '../authorize';
import { decideChangeRequest } from '../catalog/decide-change-request';
import type { Context } from '../context';
import { isServiceError } from '../errors';
import { knownError } from '../known-error';

type Item = { id: string; row_version: number };

/**
 * Approves many changes of LOW risk, each by the one verb that decides, each for itself: what is
 * refused does not keep the others. A change that is riskier is read and decided on its own page.
 */
export async function bulkApprove(call: {
  ctx: Context;
  input: { items: Item[]; comment: string };
}): Promise<BulkApproveAnswer> {
  const { ctx, input } = call;
  requireDecider(ctx);
  const results: BulkApproveAnswer['results'] = [];
  for (const item of input.items) {
    try {
      const { id: change_request_id, row_version } = item;
      const decision = { change_request_id, row_version, decision: 'approve' as const };
      const outcome = await decideChangeRequest({
        ctx,
        input: { ...decision, comment: input.comment },
        onlyLow: true,
      });
      const status = outcome.change_request?.status ?? null;
      results.push({ id: item.id, status, error: null });
    } catch (error) {
      const known = knownError(error, ctx.requestId);
      if (!isServiceError(known)) throw known;
      const { code, message } = known;
      results.push({ id: item.id, status: null, error: { code, message } });
    }
  }
  return { results };
}

/** Who decides nothing here is told so once, not for each. */
function requireDecider(ctx: Context): void {
  const decides = (tenantId: string) =>
    isAllowed(ctx.actor, 'change-request.decide', { tenantId, authors: [] });
  if (visibleTenants(ctx).some(decides)) return;
  const { tenantId } = ctx;
  requireAllowed(authorize(ctx.actor, 'change-request.decide', { tenantId, authors: [] }));
}
