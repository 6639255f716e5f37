import { log } from '@/lib/observability/log';
import { isServiceError } from '@/lib/services/errors';
import { newId } from '@/lib/services/ids';
import { problemResponse } from './problem';

/** A download outside the REST door: its errors are the same problems as there. */
export async function answerDownload(make: () => Promise<Response>): Promise<Response> {
  try {
    return await make();
  } catch (error) {
    const requestId = newId('req');
    if (!isServiceError(error)) log.error({ err: error, request_id: requestId }, 'download');
    return problemResponse(error, requestId);
  }
}
