import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtime } from '@/lib/runtime';
import { historyOf } from '@/lib/services/catalog/capability-history';
import { asCapability } from '@/lib/services/catalog/rows';
import { type ReplayServer, startReplayServer } from '@/tests/support/replay-server';
import { createWorld, makeTwoPeople, type RestClient, type World } from '@/tests/support/world';

let world: World;
let upstream: ReplayServer;
let admin: RestClient;
let reviewer: RestClient;
/** Happens while the provider is at it. */
let meanwhile = async () => {};

const schema = { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] };
const TOOLS = [
  {
    name: 'look_up',
    description: 'Returns the entry of the index for a word. Changes nothing.',
    inputSchema: schema,
    annotations: { readOnlyHint: true },
  },
  {
    name: 'erase',
    description: 'Deletes an entry of the index for good.',
    inputSchema: schema,
    annotations: { destructiveHint: true },
  },
];

beforeAll(async () => {
  world = await createWorld();
  const answer = async () => {
    await meanwhile();
    return { content: [{ type: 'text', text: 'found' }] };
  };
  upstream = await startReplayServer({ serverInfo: { name: 'index' }, tools: TOOLS }, { answer });
  const people = await makeTwoPeople();
  admin = world.as(people.admin.key);
  reviewer = world.as(people.reviewer.key);
  await admin('POST', '/teams', { id: 'index', name: 'Index' });
  const provider = { id: 'index', name: 'Index', endpoint: upstream.url, owner: 'index' };
  await admin('POST', '/providers', provider);
  await admin('POST', '/providers/index/sync');
});

afterAll(async () => {
  await upstream?.close();
  await world?.cleanup();
});

async function declare(id: string, example: unknown): Promise<void> {
  const { body } = await admin<{ row_version: number }>('GET', `/capabilities/${id}`);
  const { row_version } = body;
  const edit = await admin('PATCH', `/capabilities/${id}`, { row_version, safe_example: example });
  expect(edit.body).not.toHaveProperty('code');
}

describe('the smoke call', () => {
  it('asks for a safe example first', async () => {
    const answer = await admin('POST', '/capabilities/index.look_up/smoke');
    expect(answer.status).toBe(412);
  });

  it('names the field of an example that does not fit', async () => {
    await declare('index.look_up', { word: 'x' });
    const answer = await admin('POST', '/capabilities/index.look_up/smoke');
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body.errors)).toContain('safe_example');
  });

  it('calls the provider once, keeps the outcome and its audit line', async () => {
    await declare('index.look_up', { q: 'anchor' });
    const calls = () => upstream.received.filter((item) => item.message.method === 'tools/call');
    const before = calls().length;
    const answer = await admin('POST', '/capabilities/index.look_up/smoke');
    expect(answer.body).toMatchObject({ ok: true, provider: 'index' });
    expect(calls()).toHaveLength(before + 1);
    const trail = await admin<{ items: { action: string }[] }>('GET', '/audit?limit=5');
    const actions = trail.body.items.map((item) => item.action);
    expect(actions).toEqual(expect.arrayContaining(['capability.smoke_start', 'capability.smoke']));
    const row = await runtime().db.prisma.capability.findFirstOrThrow({
      where: { id: 'index.look_up' },
    });
    const told = (await historyOf(asCapability(row))).find(
      (line) => line.action === 'capability.smoke',
    );
    expect(told?.changes).toEqual(
      expect.arrayContaining([
        { field: 'ok', before: null, after: true },
        { field: 'detail', before: null, after: null },
      ]),
    );
  });

  it('keeps outcome and audit line when somebody edits while the call is out', async () => {
    const id = 'index.look_up';
    const edit = async (changes: object) => {
      const { body } = await admin<{ row_version: number }>('GET', `/capabilities/${id}`);
      const { row_version } = body;
      await admin('PATCH', `/capabilities/${id}`, { row_version, ...changes });
    };
    const smokes = async () => {
      const { body } = await admin<{ items: { action: string }[] }>('GET', '/audit?limit=20');
      return body.items.filter((item) => item.action === 'capability.smoke');
    };
    const row = () => runtime().db.prisma.capability.findFirstOrThrow({ where: { id } });
    await edit({ safe_example: { q: 'mast' } });
    const before = (await smokes()).length;
    meanwhile = () => edit({ title: 'Look up' });
    const kept = await admin('POST', `/capabilities/${id}/smoke`);
    expect(kept).toMatchObject({ status: 200, body: { ok: true, detail: null } });
    expect(await row()).toMatchObject({ title: 'Look up', smokeOk: true });
    meanwhile = () => edit({ safe_example: { q: 'keel' } });
    const other = await admin('POST', `/capabilities/${id}/smoke`);
    expect(other).toMatchObject({ status: 200, body: { ok: true } });
    expect(other.body.detail).toMatch(/does not count/);
    expect(await row()).toMatchObject({ smokeOk: null, smokedAt: null });
    expect((await smokes()).length).toBe(before + 2);
  });

  it.each([
    ['capability', 'index.look_up'],
    ['provider', 'index'],
  ])(
    'does not start under an incident on the %s this replica has not heard of',
    async (kind, id) => {
      const { prisma } = world.db;
      const calls = () => upstream.received.filter((item) => item.message.method === 'tools/call');
      const before = calls().length;
      // Without a raised epoch no replica reads it into memory: only the check at the start sees it.
      const key = { tenantId: 'shared', id: `inc_smoke_${kind}` };
      await prisma.incident.create({
        data: {
          ...key,
          targetKind: kind,
          targetId: id,
          reason: 'It answers nonsense.',
          epoch: 0n,
          openedBy: 'somebody',
          openedByName: 'Somebody',
          openedAt: new Date(),
        },
      });
      const refused = await admin('POST', '/capabilities/index.look_up/smoke');
      expect(refused).toMatchObject({ status: 403, body: { code: 'DISABLED' } });
      expect(refused.body.detail).toContain('It answers nonsense.');
      expect(calls()).toHaveLength(before);
      const where = { tenantId_id: key };
      await prisma.incident.update({ where, data: { restoredAt: new Date() } });
      const again = await admin('POST', '/capabilities/index.look_up/smoke');
      expect(again.body).toMatchObject({ ok: true });
      expect(calls()).toHaveLength(before + 1);
    },
  );

  it('refuses what could do harm, and who does not own it', async () => {
    await declare('index.erase', { q: 'anchor' });
    const harmful = await admin('POST', '/capabilities/index.erase/smoke');
    expect(harmful.status).toBe(412);
    const stranger = await reviewer('POST', '/capabilities/index.look_up/smoke');
    expect(stranger.status).toBe(403);
  });
});
