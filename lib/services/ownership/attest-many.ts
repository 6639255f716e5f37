import { log } from '@/lib/observability/log';
import type { AttestManyAnswer } from '@/lib/schemas/ownership';
import { requireUser } from '../authorize';
import { attestCapability } from '../catalog/attest-capability';
import type { Context } from '../context';
import { isServiceError } from '../errors';
import { newId } from '../ids';

/**
 * Recertifies many capabilities. Each is its own transaction with its own line in the audit trail;
 * one that cannot be recertified never stops the others and says why.
 */
export async function attestMany(call: {
  ctx: Context;
  input: { ids: string[] };
}): Promise<AttestManyAnswer> {
  const { ctx, input } = call;
  requireUser(ctx.actor);
  const results: AttestManyAnswer['results'] = [];
  for (const id of new Set(input.ids)) {
    if (ctx.signal?.aborted) break;
    results.push(await attestOne(ctx, id));
  }
  const done = results.filter((result) => result.ok).length;
  return { results, done, failed: results.length - done };
}

async function attestOne(ctx: Context, id: string): Promise<AttestManyAnswer['results'][number]> {
  try {
    await attestCapability({ ctx, input: { capability_id: id } });
    return { id, ok: true };
  } catch (error) {
    if (isServiceError(error)) return { id, ok: false, code: error.code, message: error.message };
    const requestId = newId('req');
    log.error({ err: error, request_id: requestId, capability_id: id }, 'recertifying failed');
    return { id, ok: false, code: 'INTERNAL', message: `Unexpected error; quote ${requestId}.` };
  }
}
