import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import type { z } from 'zod';
import { authenticate } from '@/lib/auth/bearer';
import { findUnstorable } from '@/lib/core/shared/storable';
import { problemSchema } from '@/lib/schemas/shared';
import type { Context } from '@/lib/services/context';
import { type FieldError, ServiceError } from '@/lib/services/errors';
import { newId } from '@/lib/services/ids';
import { knownError } from '@/lib/services/known-error';
import { readJson } from './body';
import { MalformedRequest, problemResponse } from './problem';

type Schema = z.ZodType;
type Out<T> = T extends Schema ? z.output<T> : undefined;

export type Answer = {
  /** One of the statuses the route declares; the first one declared when absent. */
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** A ready response, for streams and downloads; wins over `body`. */
  response?: Response;
};

export type RouteInput<P, Q, B> = {
  ctx: Context;
  params: P;
  query: Q;
  body: B;
  request: Request;
};

export type RouteSpec<P extends Schema, Q extends Schema, B extends Schema> = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** OpenAPI path below `/api/v1`, for example `/capabilities/{id}/invoke`. */
  path: string;
  summary: string;
  tag: string;
  params?: P;
  query?: Q;
  body?: B;
  /** Fields of the body that are handed on and not kept, and so may hold any text. */
  handedOn?: readonly string[];
  /** Media type of a body that is no JSON; the handler reads it. */
  text?: string;
  /** Answers by status; `null` means no body. */
  answers: Record<number, Schema | null>;
  handle: (input: RouteInput<Out<P>, Out<Q>, Out<B>>) => Promise<Answer> | Answer;
};

/**
 * Input by schema, of text the database can keep but for the fields that are `handedOn`.
 * @throws ServiceError VALIDATION naming every field that is wrong.
 */
export function parseInput<T extends Schema>(
  schema: T,
  value: unknown,
  handedOn: readonly string[] = [],
): z.output<T> {
  const result = schema.safeParse(value);
  const issues = result.success
    ? findUnstorable(result.data).filter(({ path }) => !handedOn.includes(String(path[0])))
    : result.error.issues;
  if (result.success && issues.length === 0) return result.data;
  const errors: FieldError[] = issues.slice(0, MAX_ERRORS).map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }));
  const first = errors[0];
  const detail = first ? `${first.path ? `${first.path}: ` : ''}${first.message}` : 'Not valid.';
  throw new ServiceError('VALIDATION', detail, { errors });
}

/** More say nothing new; of a long list every entry can be wrong. */
const MAX_ERRORS = 100;

function queryOf(url: URL): Record<string, string | string[]> {
  const out: Record<string, string | string[]> = {};
  for (const key of new Set(url.searchParams.keys())) {
    const all = url.searchParams.getAll(key);
    out[key] = all.length > 1 ? all : (all[0] ?? '');
  }
  return out;
}

/**
 * Registers one REST route: authentication, input, the verb, output, errors and its OpenAPI
 * description come from the one spec.
 */
export function route<P extends Schema, Q extends Schema, B extends Schema>(
  app: OpenAPIHono,
  spec: RouteSpec<P, Q, B>,
): void {
  const path = `/api/v1${spec.path}`;
  app.openAPIRegistry.registerPath(describe(path, spec));
  const honoPath = path.replaceAll(/\{(\w+)\}/g, ':$1');
  app.on(spec.method.toUpperCase(), honoPath, (c) => serve(c, spec));
}

async function serve<P extends Schema, Q extends Schema, B extends Schema>(
  c: HonoContext,
  spec: RouteSpec<P, Q, B>,
): Promise<Response> {
  const request = c.req.raw;
  const requestId = newId('req');
  try {
    const ctx = await authenticate(request, requestId);
    const url = new URL(request.url);
    const params = spec.params ? parseInput(spec.params, c.req.param()) : undefined;
    const query = spec.query ? parseInput(spec.query, queryOf(url)) : undefined;
    const body = spec.body ? await readBody(request, spec.body, spec.handedOn) : undefined;
    const input = { ctx, params, query, body, request } as RouteInput<Out<P>, Out<Q>, Out<B>>;
    const answer = await spec.handle(input);
    return toResponse(answer, spec.answers, requestId);
  } catch (error) {
    if (error instanceof MalformedRequest) return problemResponse(error, requestId);
    return problemResponse(knownError(error, requestId), requestId);
  }
}

async function readBody<B extends Schema>(
  request: Request,
  schema: B,
  handedOn: readonly string[] = [],
): Promise<z.output<B>> {
  return parseInput(schema, (await readJson(request)) ?? {}, handedOn);
}

function toResponse(
  answer: Answer,
  answers: Record<number, Schema | null>,
  requestId: string,
): Response {
  if (answer.response) return withRequestId(answer.response, requestId);
  const status = answer.status ?? Number(Object.keys(answers)[0] ?? 200);
  const headers = new Headers(answer.headers);
  headers.set('x-request-id', requestId);
  headers.set('cache-control', 'no-store');
  if (answer.body === undefined) return new Response(null, { status, headers });
  headers.set('content-type', 'application/json');
  return new Response(JSON.stringify(answer.body), { status, headers });
}

function withRequestId(response: Response, requestId: string): Response {
  response.headers.set('x-request-id', requestId);
  return response;
}

function describe<P extends Schema, Q extends Schema, B extends Schema>(
  path: string,
  spec: RouteSpec<P, Q, B>,
): RouteConfig {
  const responses: RouteConfig['responses'] = {};
  for (const [status, schema] of Object.entries(spec.answers)) {
    responses[status] = {
      description: schema?.description ?? 'Done',
      ...(schema ? { content: { 'application/json': { schema } } } : {}),
    };
  }
  responses.default = {
    description: 'A problem (RFC 9457)',
    content: { 'application/problem+json': { schema: problemSchema } },
  };
  const request: Record<string, unknown> = {};
  if (spec.params) request.params = spec.params;
  if (spec.query) request.query = spec.query;
  if (spec.body) request.body = { content: { 'application/json': { schema: spec.body } } };
  if (spec.text) request.body = { content: { [spec.text]: { schema: { type: 'string' } } } };
  return {
    method: spec.method,
    path,
    summary: spec.summary,
    tags: [spec.tag],
    security: [{ bearer: [] }],
    request: request as RouteConfig['request'],
    responses,
  };
}
