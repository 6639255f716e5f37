import { describe, expect, it } from 'vitest';
import { buildApp, OPENAPI_INFO } from '@/lib/http/app';
import { later, promised, withoutNames } from './support/promised';
import { operationsOf } from './support/spec';

/** Doors that are no REST operations. */
const UNDESCRIBED: Record<string, string> = {
  '/api/mcp': 'speaks MCP, which describes itself',
  '/metrics': 'text for Prometheus',
  '/api/health': 'a probe',
  '/api/openapi.json': 'the description itself',
  '/api/contract.schema.json': 'the schema of a contract, for editors',
};

type Schema = { $ref?: string };
type Parameter = { name: string; in: string; required?: boolean };
type Operation = {
  summary?: string;
  tags?: string[];
  parameters?: Parameter[];
  security?: Record<string, string[]>[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: object; schemas?: Record<string, unknown> };
};

const app = buildApp();
const document: Document = JSON.parse(JSON.stringify(app.getOpenAPI31Document(OPENAPI_INFO)));
const operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
  Object.entries(byMethod).map(([method, operation]) => ({ path, method, operation })),
);

describe('the OpenAPI document', () => {
  it('is of version 3.1 and says how to authenticate', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.components.securitySchemes).toMatchObject({ bearer: { scheme: 'bearer' } });
  });

  it.each(operations.map((one) => [`${one.method} ${one.path}`, one] as const))(
    'describes %s whole',
    (_name, { path, operation }) => {
      expect(operation.summary).toMatch(/^[A-Z].{5,}[^.]$/);
      expect(operation.tags).toHaveLength(1);
      expect(operation.security).toBeDefined();
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = (operation.parameters ?? []).filter((one) => one.in === 'path');
      expect(declared.map(({ name }) => name).sort()).toEqual(inPath.sort());
      expect(declared.every(({ required }) => required)).toBe(true);
      const statuses = Object.keys(operation.responses);
      expect(statuses.some((status) => /^2\d\d$/.test(status))).toBe(true);
      expect(operation.responses.default?.content).toHaveProperty('application/problem+json');
      for (const { description } of Object.values(operation.responses)) {
        expect(description).not.toBe('');
      }
    },
  );

  it('refers only to what it holds', () => {
    const text = JSON.stringify(document);
    for (const [, ref = ''] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      expect(document.components.schemas).toHaveProperty(ref);
    }
  });

  it('names every operation once', () => {
    const names = operationsOf(app).map(({ method, path }) => `${method} ${withoutNames(path)}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe('routes and their description', () => {
  const described = new Set(
    operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`),
  );
  const registered = app.routes
    .filter(({ path }) => !UNDESCRIBED[path])
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);

  it('has no route without a description', () => {
    expect(registered.filter((route) => !described.has(route))).toEqual([]);
  });

  it('has no description without a route', () => {
    expect([...described].filter((route) => !registered.includes(route))).toEqual([]);
  });

  const there = new Set(
    operations.map(
      ({ method, path }) => `${method.toUpperCase()} ${withoutNames(path.replace('/api/v1', ''))}`,
    ),
  );

  it.each(promised.filter((route) => !later.includes(route)))(
    'keeps the promise of %s',
    (route) => {
      expect([...there]).toContain(route);
    },
  );

  it('lists as later only what is promised and not there', () => {
    expect(later.filter((route) => there.has(route) || !promised.includes(route))).toEqual([]);
  });
});
