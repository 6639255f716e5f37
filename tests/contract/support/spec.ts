import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { buildApp } from '@/lib/http/app';
import type { RestClient } from '../../support/world';

type Operation = { method: string; path: string; answers: Record<string, z.ZodType | null> };

/** Every described operation with the schemas its answers were declared with. */
export function operationsOf(app: OpenAPIHono): Operation[] {
  return app.openAPIRegistry.definitions.flatMap((definition) => {
    if (definition.type !== 'route') return [];
    const { method, path, responses } = definition.route;
    const answers = Object.entries(responses).map(([status, response]) => [
      status,
      schemaOf(response),
    ]);
    return [{ method, path, answers: Object.fromEntries(answers) }];
  });
}

function schemaOf(response: unknown): z.ZodType | null {
  const parsed = z
    .object({
      content: z.object({ 'application/json': z.object({ schema: z.instanceof(z.ZodType) }) }),
    })
    .safeParse(response);
  return parsed.success ? parsed.data.content['application/json'].schema : null;
}

export function matches(template: string, path: string): boolean {
  const parts = template.split('/');
  const given = path.split('/');
  if (parts.length !== given.length) return false;
  return parts.every((part, index) => part.startsWith('{') || part === given[index]);
}

const operations = operationsOf(buildApp());

/**
 * The same client, which holds every answer against the schema it is described with and fails on a
 * status that is not described, a missing field or one too many.
 */
export function checked(client: RestClient): RestClient {
  return async (method, path, body, headers) => {
    const reply = await client<never>(method, path, body, headers);
    const plain = `/api/v1${path.split('?')[0]}`;
    const found = operations
      .filter((one) => one.method === method.toLowerCase() && matches(one.path, plain))
      // A literal part wins over a parameter, as in the router.
      .sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
    if (!found) {
      if (reply.status < 400) throw new Error(`${method} ${plain} answers and is not described`);
      return reply;
    }
    if (reply.status >= 400) return reply;
    const schema = found.answers[String(reply.status)];
    if (schema === undefined)
      throw new Error(`${method} ${plain}: ${reply.status} is not described`);
    if (schema) hold(`${method} ${plain}`, schema, reply.body);
    return reply;
  };
}

function hold(where: string, schema: z.ZodType, body: unknown): void {
  const result = schema.safeParse(body);
  if (!result.success) throw new Error(`${where}: ${z.prettifyError(result.error)}`);
  const kept = JSON.stringify(sorted(result.data));
  const sent = JSON.stringify(sorted(body));
  if (kept !== sent) throw new Error(`${where} sends what is not described:\n${sent}\n${kept}`);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
