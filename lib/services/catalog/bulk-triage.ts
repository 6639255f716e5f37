import { log } from '@/lib/observability/log';
import type { BulkTriageInput } from '@/lib/schemas/capabilities';
import { announce } from '../announce';
import { visibleTenants } from '../authorize';
import type { Context } from '../context';
import { isServiceError } from '../errors';
import { newId } from '../ids';
import { dismissCapability } from './dismiss-capability';
import { getCapabilityRecord } from './load';
import { transitionCapability } from './transition-capability';
import { updateCapability } from './update-capability';

export type BulkResult = {
  id: string;
  ok: boolean;
  /** `changed`, or `waiting` when somebody else has to agree first. */
  outcome?: 'changed' | 'waiting';
  code?: string;
  message?: string;
};

/**
 * Edits, submits or dismisses many drafts. Each is its own transaction with its own line in the
 * audit trail; one that cannot be done never stops the others and says why.
 */
export async function bulkTriage(call: {
  ctx: Context;
  input: BulkTriageInput;
}): Promise<{ results: BulkResult[]; done: number; failed: number }> {
  const { ctx, input } = call;
  const results: BulkResult[] = [];
  for (const id of new Set(input.ids)) {
    if (ctx.signal?.aborted) break;
    results.push(await triageOne(ctx, input, id));
  }
  const changed = results.filter((result) => result.ok).map((result) => result.id);
  for (const tenantId of changed.length > 0 ? visibleTenants(ctx) : []) {
    await announce('catalog', { tenantId, ids: changed });
  }
  return { results, done: changed.length, failed: results.length - changed.length };
}

async function triageOne(ctx: Context, input: BulkTriageInput, id: string): Promise<BulkResult> {
  try {
    return { id, ok: true, outcome: await act(ctx, input, id) };
  } catch (error) {
    if (isServiceError(error)) {
      return { id, ok: false, code: error.code, message: error.message };
    }
    const requestId = newId('req');
    log.error({ err: error, request_id: requestId, capability_id: id }, 'bulk triage failed');
    return { id, ok: false, code: 'INTERNAL', message: `Unexpected error; quote ${requestId}.` };
  }
}

async function act(
  ctx: Context,
  input: BulkTriageInput,
  id: string,
): Promise<'changed' | 'waiting'> {
  const quiet = true;
  switch (input.act) {
    case 'submit':
      await transitionCapability({
        ctx,
        input: { capability_id: id, to: 'REVIEW', reason: input.reason },
        quiet,
      });
      return 'changed';
    case 'dismiss':
    case 'undismiss':
      await dismissCapability({
        ctx,
        input: { capability_id: id, dismissed: input.act === 'dismiss' },
        quiet,
      });
      return 'changed';
    case 'edit':
      return await edit(ctx, input, id);
  }
}

async function edit(
  ctx: Context,
  input: Extract<BulkTriageInput, { act: 'edit' }>,
  id: string,
): Promise<'changed' | 'waiting'> {
  const row = await getCapabilityRecord(ctx, id);
  const kept = row.tags.filter((tag) => !input.remove_tags.includes(tag));
  const tags = [...new Set([...kept, ...input.add_tags])];
  const retags = input.add_tags.length + input.remove_tags.length > 0;
  const outcome = await updateCapability({
    ctx,
    input: {
      capability_id: id,
      changes: {
        row_version: row.rowVersion,
        ...(input.owner === undefined ? {} : { owner: input.owner }),
        ...(input.risk === undefined ? {} : { risk: input.risk }),
        ...(retags ? { tags } : {}),
        ...(input.scopes_none === true
          ? { scopes: { required: [], optional: [], none: true } }
          : {}),
      },
    },
    quiet: true,
  });
  return outcome.change_request || outcome.ownership_offer ? 'waiting' : 'changed';
}
