import { toServiceError } from '@/lib/db/errors';
import { log } from '@/lib/observability/log';
import { isServiceError } from './errors';

/**
 * What a door answers with: a database failure outside a transaction, such as no free connection
 * in time, becomes the ServiceError it is; what nobody foresaw comes back unchanged. Logs either.
 */
export function knownError(error: unknown, requestId: string): unknown {
  if (isServiceError(error)) return error;
  const known = toServiceError(error);
  if (isServiceError(known)) {
    log.warn({ err: error, request_id: requestId, code: known.code }, 'the database failed a call');
  } else log.error({ err: error, request_id: requestId }, 'unexpected error');
  return known;
}
