import { ServiceError } from '../errors';

/** SQLSTATE and message, without the detail, which repeats the row. */
export function codeOf(error: unknown): { code: string; error: string } {
  if (!(error instanceof Error)) return { code: '', error: String(error) };
  const { code } = error as Error & { code?: unknown };
  return { code: typeof code === 'string' ? code : '', error: error.message };
}

/** The database refuses the content (SQLSTATE 22, 23, 42): trying again changes nothing. */
export function isHopeless(error: unknown): boolean {
  const { code } = codeOf(error);
  return /^(22|23|42)\w{3}$/.test(code) && code !== '23505';
}

/** For an end: its call was made, and repeating it is not for us to suggest. */
export function unrecorded(why: string, invocationId: string): ServiceError {
  return new ServiceError(
    'UNAVAILABLE',
    `The call was made, but how it ended is not on record: ${why}. Repeat it only if that is safe.`,
    { invocation_id: invocationId },
  );
}

/** For a start: nothing has happened yet. */
export function unavailable(why: string): ServiceError {
  return new ServiceError('UNAVAILABLE', `The call does not go out: ${why}. Try again.`, {
    retryAfter: 1,
  });
}

/** Whether the server answered: then the connection is good, whatever it said. */
export function isAnswer(error: unknown): boolean {
  return /^(?!08|57|25)[0-9A-Z]{5}$/.test(codeOf(error).code);
}
