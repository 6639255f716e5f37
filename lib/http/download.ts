import { newId } from '@/lib/services/ids';
import { knownError } from '@/lib/services/known-error';
import { problemResponse } from './problem';

/** A download outside the REST door: its errors are the same problems as there. */
export async function answerDownload(make: () => Promise<Response>): Promise<Response> {
  try {
    return await make();
  } catch (error) {
    const requestId = newId('req');
    return problemResponse(knownError(error, requestId), requestId);
  }
}
