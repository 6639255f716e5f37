import { endedSchema } from '@/lib/schemas/invoke';
import type { CallOutcome, TryCall } from '@/lib/schemas/try-call';
import type { Context } from '../context';
import { isServiceError, type ServiceError } from '../errors';
import { invokeCapability } from './invoke-capability';

/**
 * A call by hand, as an agent the person may act as. A refusal or a failure of the other side is an
 * outcome to look at, not an error of the console.
 * @throws ServiceError UNAUTHENTICATED.
 */
export async function tryCall({
  ctx,
  input,
}: {
  ctx: Context;
  input: TryCall;
}): Promise<CallOutcome> {
  try {
    const answer = await invokeCapability({ ctx, input });
    return answer.status === 200
      ? { kind: 'done', ...answer.body }
      : { kind: 'waiting', ...answer.body };
  } catch (error) {
    if (!isServiceError(error) || error.code === 'UNAUTHENTICATED') throw error;
    return toOutcome(error);
  }
}

function toOutcome({ code, message, details }: ServiceError): CallOutcome {
  const { invocation_id, reasons = [], errors = [] } = details;
  const id = typeof invocation_id === 'string' ? invocation_id : null;
  const { replacement, mapped_arguments } = details;
  const instead = endedSchema.safeParse({ replacement, mapped_arguments }).data;
  return {
    kind: 'failed',
    code,
    message,
    reasons,
    errors,
    invocation_id: id,
    replacement: instead?.replacement ?? null,
    mapped_arguments: instead?.mapped_arguments ?? null,
  };
}
