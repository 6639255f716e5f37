/**
 * The closed set of failures a service may answer with. Doors map every code in
 * one table each. Recognise by `code`, never by `instanceof`: pages and
 * instrumentation are separate bundles and have separate classes.
 */
export const ERROR_CODES = [
  'VALIDATION',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'DENIED',
  'DISABLED',
  'QUARANTINED',
  'NOT_FOUND',
  'CONFLICT',
  'PRECONDITION_FAILED',
  'LIMIT_EXCEEDED',
  'UPSTREAM_FAILED',
  'UNAVAILABLE',
  'TIMEOUT',
  'INTERNAL',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export type FieldError = { path: string; message: string };
export type ErrorDetails = {
  errors?: FieldError[];
  /** Seconds after which trying again makes sense. */
  retryAfter?: number;
  reasons?: string[];
  [key: string]: unknown;
};

const BRAND = 'capstan.service-error';

export class ServiceError extends Error {
  readonly brand = BRAND;
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
    this.name = 'ServiceError';
  }
}

export function isServiceError(error: unknown): error is ServiceError {
  return (
    typeof error === 'object' && error !== null && (error as { brand?: unknown }).brand === BRAND
  );
}

/** A VALIDATION error on one field: says what is wrong and what to write instead. */
export function invalidField(path: string, message: string): ServiceError {
  return new ServiceError('VALIDATION', message, { errors: [{ path, message }] });
}

export function notFound(kind: string, id: string): ServiceError {
  return new ServiceError('NOT_FOUND', `No ${kind} "${id}" here.`);
}

/** CONFLICT after a conditional write that found another row version than the caller had read. */
export function changedMeanwhile(kind: string, id?: string): ServiceError {
  const what = id === undefined ? `this ${kind}` : `${kind} "${id}"`;
  return new ServiceError(
    'CONFLICT',
    `Somebody changed ${what} meanwhile. Read it again and repeat your change.`,
  );
}
