import { isServiceError } from '@/lib/services/errors';

/** The page of a list that the address names; the first where its cursor is none of this list's. */
export async function pageAt<T>(
  cursor: string | string[] | undefined,
  read: (from: { cursor?: string }) => Promise<T>,
): Promise<T> {
  if (typeof cursor !== 'string') return await read({});
  try {
    return await read({ cursor });
  } catch (error) {
    if (isServiceError(error) && error.code === 'VALIDATION') return await read({});
    throw error;
  }
}
