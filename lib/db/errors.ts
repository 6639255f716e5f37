import { isServiceError, ServiceError } from '@/lib/services/errors';

/**
 * Database failures in the words of services. Recognised by their codes, Prisma's
 * `P…` and PostgreSQL's five characters, wherever in the chain of causes they are.
 */
const SERIALIZATION = new Set(['40001', '40P01', 'P2034']);
const UNIQUE = new Set(['23505', 'P2002']);
const FOREIGN_KEY = new Set(['23503', '23001', 'P2003', 'P2014']);
const NOT_FOUND = new Set(['P2025', 'P2001', 'P2015', 'P2018']);
const BAD_VALUE = new Set([
  '22001',
  '22003',
  '22007',
  '22008',
  '22021',
  '22P02',
  '22P05',
  '23502',
  '23514',
  'P2000',
  'P2006',
  'P2011',
  'P2020',
]);
const UNREACHABLE = new Set([
  'P1000',
  'P1001',
  'P1002',
  'P1003',
  'P1008',
  'P1010',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'ENOENT',
  'EAI_AGAIN',
  '08000',
  '08001',
  '08003',
  '08006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '3D000',
  '28P01',
  '28000',
  '25P03',
]);
const TIMED_OUT = new Set(['57014', '55P03', '25P04']);
const ADAPTER_CODES: Record<string, string> = {
  UniqueConstraintViolation: '23505',
  ForeignKeyConstraintViolation: '23503',
  TransactionWriteConflict: '40001',
  DatabaseNotReachable: 'P1001',
  ConnectionClosed: 'P1017',
  SocketTimeout: 'P1008',
  TooManyConnections: '53300',
};

type Found = { codes: string[]; constraint: string | null; message: string };

function readString(value: object, key: string): string | undefined {
  const found = (value as Record<string, unknown>)[key];
  return typeof found === 'string' ? found : undefined;
}

function readObject(value: object, key: string): object | undefined {
  const found = (value as Record<string, unknown>)[key];
  return typeof found === 'object' && found !== null ? found : undefined;
}

/** Codes and constraint along the chain of causes: Prisma wraps the driver's error twice. */
function inspect(error: unknown): Found {
  const found: Found = { codes: [], constraint: null, message: '' };
  let next: object | undefined = typeof error === 'object' && error !== null ? error : undefined;
  for (let depth = 0; next && depth < 6; depth++) {
    for (const key of ['code', 'originalCode']) {
      const code = readString(next, key);
      if (code) found.codes.push(code);
    }
    const kind = readString(next, 'kind');
    if (kind && ADAPTER_CODES[kind]) found.codes.push(ADAPTER_CODES[kind]);
    const place = readObject(next, 'constraint');
    found.constraint ??=
      readString(next, 'constraint') ?? (place && readString(place, 'index')) ?? null;
    found.message ||= readString(next, 'message') ?? '';
    const meta = readObject(next, 'meta');
    next = readObject(next, 'cause') ?? (meta && readObject(meta, 'driverAdapterError'));
  }
  return found;
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const found = inspect(error);
  if (!found.codes.some((code) => UNIQUE.has(code))) return false;
  return constraint === undefined || found.constraint === constraint;
}

/** A transaction the database gave up so that another could go on: running it again is right. */
export function isRetryable(error: unknown): boolean {
  return inspect(error).codes.some((code) => SERIALIZATION.has(code));
}

/**
 * The ServiceError of a database failure; anything else comes back unchanged.
 * Texts are ours: a driver's message can hold values of other people's rows.
 */
export function toServiceError(error: unknown): unknown {
  if (isServiceError(error)) return error;
  const { codes, constraint, message } = inspect(error);
  const has = (set: Set<string>) => codes.some((code) => set.has(code));
  const details = constraint ? { constraint } : {};
  const make = (code: ConstructorParameters<typeof ServiceError>[0], text: string) =>
    withCause(new ServiceError(code, text, details), error);
  if (has(SERIALIZATION)) {
    return make('CONFLICT', 'Others were changing the same thing at the same time; try again.');
  }
  if (has(UNIQUE)) return make('CONFLICT', 'Something with this id or name is there already.');
  if (has(FOREIGN_KEY)) {
    return make(
      'PRECONDITION_FAILED',
      'Something this refers to is not there, or is still in use.',
    );
  }
  if (has(NOT_FOUND)) return make('NOT_FOUND', 'It is not there, or no longer.');
  if (has(BAD_VALUE)) return make('VALIDATION', 'The database refuses one of the values.');
  if (has(TIMED_OUT)) return make('TIMEOUT', 'The database took too long.');
  if (has(UNREACHABLE) || isPoolTimeout(message)) {
    return make('UNAVAILABLE', 'The database cannot be reached at the moment.');
  }
  return error;
}

function isPoolTimeout(message: string): boolean {
  return /timeout exceeded when trying to connect|Connection terminated/i.test(message);
}

function withCause(error: ServiceError, cause: unknown): ServiceError {
  Object.defineProperty(error, 'cause', { value: cause, enumerable: false });
  return error;
}
