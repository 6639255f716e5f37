export type EgressErrorCode =
  | 'EGRESS_REFUSED'
  | 'RESPONSE_TOO_LARGE'
  | 'TOO_MANY_REDIRECTS'
  | 'UNRESOLVED';

/** Recognise by `code`; the message may be shown to the person who configured the address. */
export class EgressError extends Error {
  constructor(
    readonly code: EgressErrorCode,
    message: string,
  ) {
    super(message);
    this.name = 'EgressError';
  }
}

const CODES: readonly unknown[] = [
  'EGRESS_REFUSED',
  'RESPONSE_TOO_LARGE',
  'TOO_MANY_REDIRECTS',
  'UNRESOLVED',
];

/** Looks through `cause`, where fetch hides what a connection failed of. */
export function findEgressError(error: unknown): EgressError | null {
  let current: unknown = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    const code = (current as { code?: unknown }).code;
    if (CODES.includes(code)) return current as EgressError;
    current = current.cause;
  }
  return null;
}
