import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  lintExportQuerySchema,
  lintReportQuerySchema,
  lintReportSchema,
  lintTextAnswerSchema,
  lintTextSchema,
} from '@/lib/schemas/lint';
import { lintText } from '@/lib/services/catalog/lint-text';
import { exportLint, listLintView } from '@/lib/services/catalog/list-lint-view';
import { route } from '../route';

const tag = 'Lint';

export function registerLint(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/lint',
    summary: 'What the lint finds over the catalog, by rule',
    tag,
    query: lintReportQuerySchema,
    answers: { 200: lintReportSchema },
    handle: async ({ ctx, query }) => ({ body: await listLintView({ ctx, input: query }) }),
  });
  route(app, {
    method: 'post',
    path: '/lint',
    summary: 'What the lint says of a text, without saving it',
    tag,
    body: lintTextSchema,
    answers: { 200: lintTextAnswerSchema },
    handle: async ({ ctx, body }) => ({ body: await lintText({ ctx, input: body }) }),
  });
  route(app, {
    method: 'get',
    path: '/lint/export',
    summary: 'Every matching finding as a CSV file',
    tag,
    query: lintExportQuerySchema,
    answers: { 200: null },
    handle: async ({ ctx, query }) => ({ response: await exportLint({ ctx, input: query }) }),
  });
}
