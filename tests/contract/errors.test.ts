import { describe, expect, it } from 'vitest';
import { toFailure } from '@/lib/actions/action';
import { buildApp } from '@/lib/http/app';
import { answerDownload } from '@/lib/http/download';
import { HTTP_OF, MalformedRequest, problemResponse } from '@/lib/http/problem';
import { failureOf } from '@/lib/mcp/results';
import { log } from '@/lib/observability/log';
import { problemSchema } from '@/lib/schemas/shared';
import { ERROR_CODES, ServiceError } from '@/lib/services/errors';
import { knownError } from '@/lib/services/known-error';

log.level = 'silent';

const STATUS: Record<string, number> = {
  VALIDATION: 422,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  DENIED: 403,
  DISABLED: 403,
  QUARANTINED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  LIMIT_EXCEEDED: 429,
  UPSTREAM_FAILED: 502,
  UNAVAILABLE: 503,
  TIMEOUT: 504,
  INTERNAL: 500,
};
const details = { errors: [{ path: 'arguments.city', message: 'is needed' }], retryAfter: 1.2 };
const secret = new Error('password authentication failed for user "postgres"');

describe('every code at every door', () => {
  it('is in the table of this test and of the door', () => {
    expect(Object.keys(STATUS).sort()).toEqual([...ERROR_CODES].sort());
    expect(Object.keys(HTTP_OF).sort()).toEqual([...ERROR_CODES].sort());
  });

  it.each(ERROR_CODES)('REST: %s', async (code) => {
    const response = problemResponse(new ServiceError(code, 'What to do.', details), 'req_1');
    expect(response.status).toBe(STATUS[code]);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('x-request-id')).toBe('req_1');
    expect(response.headers.get('retry-after')).toBe('2');
    expect(response.headers.has('www-authenticate')).toBe(code === 'UNAUTHENTICATED');
    const body = problemSchema.parse(await response.json());
    expect(body).toMatchObject({
      status: STATUS[code],
      code,
      detail: 'What to do.',
      request_id: 'req_1',
      errors: details.errors,
    });
  });

  it.each(ERROR_CODES)('actions: %s', (code) => {
    expect(toFailure(new ServiceError(code, 'What to do.', details))).toEqual({
      code,
      message: 'What to do.',
      fieldErrors: { 'arguments.city': 'is needed' },
    });
  });

  it.each(ERROR_CODES)('MCP: %s', (code) => {
    const result = failureOf(new ServiceError(code, 'What to do.', details), 'req_1');
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: `${code}: What to do.` }],
      structuredContent: { code, detail: 'What to do.', errors: details.errors },
    });
  });

  it('recognises the error of another bundle by its code', () => {
    const foreign = Object.assign(new Error('Not here.'), {
      brand: 'capstan.service-error',
      code: 'NOT_FOUND',
      details: {},
    });
    expect(problemResponse(foreign, 'req_1').status).toBe(404);
    expect(toFailure(foreign)).toMatchObject({ code: 'NOT_FOUND' });
    expect(failureOf(foreign, 'req_1').structuredContent).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a database without a free connection', () => {
  const busy = new Error('timeout exceeded when trying to connect');

  it('is UNAVAILABLE at the doors that answer themselves', () => {
    expect(toFailure(busy)).toMatchObject({ code: 'UNAVAILABLE' });
    expect(failureOf(busy, 'req_1').structuredContent).toMatchObject({ code: 'UNAVAILABLE' });
    expect(problemResponse(knownError(busy, 'req_1'), 'req_1').status).toBe(503);
  });

  it('is UNAVAILABLE to downloads and to what no route catches', async () => {
    const download = await answerDownload(() => Promise.reject(busy));
    expect(problemSchema.parse(await download.json())).toMatchObject({ code: 'UNAVAILABLE' });
    expect(download.status).toBe(503);
    const app = buildApp();
    app.get('/api/v1/out', () => Promise.reject(busy));
    const uncaught = await app.request('/api/v1/out');
    expect(problemSchema.parse(await uncaught.json())).toMatchObject({ code: 'UNAVAILABLE' });
    expect(uncaught.status).toBe(503);
  });
});

describe('an error nobody foresaw', () => {
  it('says nothing but the request id, at every door', async () => {
    const rest = problemResponse(secret, 'req_9');
    expect(rest.status).toBe(500);
    const text = await rest.text();
    expect(text).toContain('req_9');
    const mcp = JSON.stringify(failureOf(secret, 'req_9'));
    expect(mcp).toContain('req_9');
    const action = toFailure(secret);
    expect(action.code).toBe('INTERNAL');
    for (const answer of [text, mcp, JSON.stringify(action)]) {
      expect(answer).not.toContain('postgres');
    }
  });

  it('is 400 where the request could not be read', async () => {
    const response = problemResponse(new MalformedRequest('The body is not valid JSON.'), 'req_1');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'MALFORMED', status: 400 });
  });
});
