import type { ChangeRequestAnswer } from '@/lib/schemas/change-requests';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import { toChangeRequest } from './change-rows';
import { loadChangeRequest } from './find-change-request';

/** @throws ServiceError FORBIDDEN to agents: a proposal says what is not approved yet. */
export async function getChangeRequest(call: {
  ctx: Context;
  input: { change_request_id: string };
}): Promise<ChangeRequestAnswer> {
  const { change } = await loadChangeRequest(call.ctx, call.input.change_request_id);
  if (call.ctx.actor.kind === 'agent') {
    throw new ServiceError('FORBIDDEN', 'Change requests are read by people, not by agents.');
  }
  return toChangeRequest(change);
}
