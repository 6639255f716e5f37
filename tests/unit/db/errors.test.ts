import { describe, expect, it } from 'vitest';
import { isRetryable, isUniqueViolation, toServiceError } from '@/lib/db/errors';
import { ServiceError } from '@/lib/services/errors';

const coded = (code: string, extra: object = {}) =>
  Object.assign(new Error('raw text'), { code, ...extra });
/** How Prisma wraps an error of the driver. */
const wrapped = (code: string, kind: string, constraint?: object) =>
  coded(code, { meta: { driverAdapterError: { cause: { kind, constraint } } } });

describe('toServiceError', () => {
  it.each([
    ['23505', 'CONFLICT'],
    ['P2002', 'CONFLICT'],
    ['40001', 'CONFLICT'],
    ['40P01', 'CONFLICT'],
    ['P2034', 'CONFLICT'],
    ['23503', 'PRECONDITION_FAILED'],
    ['P2003', 'PRECONDITION_FAILED'],
    ['P2025', 'NOT_FOUND'],
    ['22P02', 'VALIDATION'],
    ['23514', 'VALIDATION'],
    ['P2000', 'VALIDATION'],
    ['57014', 'TIMEOUT'],
    ['ECONNREFUSED', 'UNAVAILABLE'],
    ['57P01', 'UNAVAILABLE'],
    ['53300', 'UNAVAILABLE'],
    ['P1001', 'UNAVAILABLE'],
    ['P2024', 'UNAVAILABLE'],
  ])('%s is %s, and says nothing of the driver', (code, expected) => {
    const error = toServiceError(coded(code));
    expect(error).toMatchObject({ code: expected, brand: 'capstan.service-error' });
    expect(JSON.stringify(error)).not.toContain('raw text');
    expect((error as Error).message).not.toContain('raw text');
  });

  it('finds the code in the chain of causes', () => {
    const error = new Error('outer', { cause: new Error('middle', { cause: coded('23505') }) });
    expect(toServiceError(error)).toMatchObject({ code: 'CONFLICT' });
  });

  it('takes the pool’s own timeout for an unreachable database', () => {
    const error = new Error('timeout exceeded when trying to connect');
    expect(toServiceError(error)).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('leaves alone what is not the database’s', () => {
    const own = new ServiceError('DENIED', 'no');
    const other = new TypeError('a bug');
    expect(toServiceError(own)).toBe(own);
    expect(toServiceError(other)).toBe(other);
    expect(toServiceError('text')).toBe('text');
    expect(toServiceError(undefined)).toBeUndefined();
  });
});

describe('recognising', () => {
  const unique = wrapped('P2002', 'UniqueConstraintViolation', { index: 'teams_pkey' });

  it('tells a unique violation, of any or of one constraint', () => {
    expect(isUniqueViolation(unique)).toBe(true);
    expect(isUniqueViolation(unique, 'teams_pkey')).toBe(true);
    expect(isUniqueViolation(unique, 'users_pkey')).toBe(false);
    expect(isUniqueViolation(coded('23503'))).toBe(false);
  });

  it('retries what the database gave up, nothing else', () => {
    expect(isRetryable(coded('40001'))).toBe(true);
    expect(isRetryable(wrapped('P2010', 'TransactionWriteConflict'))).toBe(true);
    expect(isRetryable(coded('23505'))).toBe(false);
    expect(isRetryable(null)).toBe(false);
  });
});
