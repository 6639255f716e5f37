import { type ErrorCode, isServiceError, ServiceError } from '@/lib/services/errors';

/** The one table from a service's failure to HTTP (tested over all codes). */
export const HTTP_OF: Record<ErrorCode, { status: number; title: string }> = {
  VALIDATION: { status: 422, title: 'The input is not valid' },
  UNAUTHENTICATED: { status: 401, title: 'Sign in first' },
  FORBIDDEN: { status: 403, title: 'Not allowed' },
  DENIED: { status: 403, title: 'Denied by policy' },
  DISABLED: { status: 403, title: 'Disabled' },
  QUARANTINED: { status: 403, title: 'Quarantined' },
  NOT_FOUND: { status: 404, title: 'Not found' },
  CONFLICT: { status: 409, title: 'Conflict' },
  PRECONDITION_FAILED: { status: 412, title: 'A condition is not met' },
  LIMIT_EXCEEDED: { status: 429, title: 'Too many calls' },
  UPSTREAM_FAILED: { status: 502, title: 'The provider failed' },
  UNAVAILABLE: { status: 503, title: 'Not available now' },
  TIMEOUT: { status: 504, title: 'Timed out' },
  INTERNAL: { status: 500, title: 'Something went wrong' },
};

/** 400: the request could not be read at all, before any field could be judged. */
export class MalformedRequest extends Error {
  readonly malformed = true;
}

/**
 * RFC 9457 answer for any failure. What is not a ServiceError says nothing but the request id;
 * the caller logs it.
 */
export function problemResponse(error: unknown, requestId: string): Response {
  const malformed = error instanceof MalformedRequest;
  const known = isServiceError(error)
    ? error
    : new ServiceError('INTERNAL', `Unexpected error; quote request ${requestId}.`);
  const code = malformed ? 'MALFORMED' : known.code;
  const { status, title } = malformed
    ? { status: 400, title: 'The request could not be read' }
    : HTTP_OF[known.code];
  const headers = new Headers({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  });
  if (known.details.retryAfter !== undefined) {
    headers.set('retry-after', String(Math.max(1, Math.ceil(known.details.retryAfter))));
  }
  if (status === 401) headers.set('www-authenticate', 'Bearer realm="capstan"');
  const { retryAfter: _seconds, ...details } = known.details;
  const body = {
    type: `urn:capstan:problem:${code.toLowerCase()}`,
    title,
    status,
    detail: malformed ? error.message : known.message,
    code,
    request_id: requestId,
    ...(malformed ? {} : details),
  };
  return new Response(JSON.stringify(body), { status, headers });
}
