import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseContracts } from '@/lib/schemas/contract-yaml';
import { type CatalogWorld, makeCatalogWorld, makeLive } from '../support/catalog';
import { makeProvider } from '../support/providers';
import { createWorld, type World } from '../support/world';

let test: World;
let world: CatalogWorld;

beforeAll(async () => {
  test = await createWorld();
  world = await makeCatalogWorld('unstorable');
  await makeProvider(world, 'first', 'http://127.0.0.1:9/mcp');
  await makeLive(world, 'odd.live.read');
});
afterAll(async () => await test.cleanup());

const NUL = 'a\0b';
const HALF = 'a\ud800b';
const draft = {
  id: 'odd.draft.read',
  type: 'REST_TOOL',
  name: 'read',
  owner: 'core',
  description: 'Returns the weather of one city. It only reads and changes nothing.',
};
const nested = (text: string) => ({ type: 'object', properties: { city: { title: text } } });

/** Method, path, body, and the field the answer names. */
const CASES: [string, string, object | undefined, string][] = [
  ['POST', '/capabilities', { ...draft, description: NUL }, 'description'],
  ['POST', '/capabilities', { ...draft, title: HALF }, 'title'],
  ['POST', '/capabilities', { ...draft, metadata: { [NUL]: 1 } }, 'metadata'],
  [
    'POST',
    '/capabilities',
    { ...draft, input_schema: nested(HALF) },
    'input_schema.properties.city.title',
  ],
  [
    'POST',
    '/capabilities/odd.live.read/bindings',
    { provider: 'first', upstream_name: HALF },
    'upstream_name',
  ],
  ['GET', '/capabilities?q=%00', undefined, 'q'],
  ['GET', '/contracts?tag=%00', undefined, 'tag.0'],
  ['GET', '/change-requests/%00', undefined, 'id'],
];

describe('text the database cannot keep', () => {
  it.each(CASES)('is refused at its field: %s %s %j', async (method, path, body, field) => {
    const { status, body: answer } = await test.as(world.olga.token)(method, path, body);
    expect(status, JSON.stringify(answer)).toBe(422);
    expect(answer).toMatchObject({ code: 'VALIDATION', errors: [{ path: field }] });
  });

  it('is refused in a contract, with its line', () => {
    const text = `api_version: capstan/v1
kind: Capability
id: odd.contract.read
type: REST_TOOL
owner: core
description: "Returns \\0 one thing."
`;
    const { problems } = parseContracts(text);
    expect(problems).toMatchObject([{ document: 1, path: 'description', line: 6 }]);
  });
});

describe('other odd text', () => {
  it.each(['天气 🌦️', '__proto__', 'constructor', '\u202e\u200b'])(
    'is kept as it is: %j',
    async (text) => {
      const id = `odd.kept.n${Buffer.from(text).toString('hex')}`;
      const metadata = JSON.parse(JSON.stringify({ note: text, tree: { inner: [text] } }));
      const made = await test.as(world.olga.token)('POST', '/capabilities', {
        ...draft,
        id,
        title: text,
        metadata,
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      expect(made.body).toMatchObject({ title: text.trim(), metadata });
    },
  );
});
