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

export function unavailable(what: string): ServiceError {
  return new ServiceError('UNAVAILABLE', `${what}, so the call does not go out. Try again.`, {
    retryAfter: 1,
  });
}

/** Whether the server answered: then the connection is good, whatever it said. */
export function isAnswer(error: unknown): boolean {
  return /^(?!08|57|25)[0-9A-Z]{5}$/.test(codeOf(error).code);
}
