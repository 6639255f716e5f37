import { notFound } from 'next/navigation';
import { isServiceError } from '@/lib/services/errors';

/** What a page shows one of, or the page that says there is nothing here. */
export async function orNotFound<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (isServiceError(error) && error.code === 'NOT_FOUND') notFound();
    throw error;
  }
}
