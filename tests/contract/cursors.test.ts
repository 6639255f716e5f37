import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, OPENAPI_INFO } from '@/lib/http/app';
import { encodeCursor } from '@/lib/services/cursor';
import {
  makeAgent,
  makeAgentKey,
  makeTeam,
  makeTenant,
  makeToken,
  makeUser,
} from '../support/fixtures';
import { makeLiveCapabilities } from '../support/live-capabilities';
import { createWorld, type RestClient, type World } from '../support/world';

/** Every list that pages by cursor, as the description of the door names them. */
const { paths = {} } = buildApp().getOpenAPI31Document(OPENAPI_INFO);
const lists = Object.entries(paths).flatMap(([path, { get }]) => {
  const names = (get?.parameters ?? []).map((one) => ('name' in one ? one.name : ''));
  return names.includes('cursor') ? [path.replace('/api/v1', '')] : [];
});

/** Lists in the order of two texts: to them any two texts are a place to go on from. */
const BY_TWO_TEXTS = ['/agents', '/capabilities', '/teams', '/users'];

/** No list gives such cursors. */
const FOREIGN = {
  'no base64': '???',
  'no JSON': Buffer.from('x').toString('base64url'),
  'no list': Buffer.from('{"0":"x","1":"y"}').toString('base64url'),
  'no part': encodeCursor([]),
  'too many parts': encodeCursor(['x', 'y', 'z']),
  numbers: Buffer.from('[1,2]').toString('base64url'),
  'one number': Buffer.from('[1]').toString('base64url'),
  'what no text of the database holds': encodeCursor(['\0', '\0']),
  'one such text': encodeCursor(['\0']),
  'a time no database holds': encodeCursor(['+275760-09-13T00:00:00.000Z', '\0']),
};

let world: World;
let person: RestClient;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await createWorld();
  const tenantId = await makeTenant();
  const { id } = await makeUser({ [tenantId]: ['admin'] });
  const team = await makeTeam(tenantId, [id]);
  person = world.as((await makeToken(id)).text);
  const provider = { tenantId, id: 'files', name: 'Files', ownerTeamId: team, createdBy: id };
  await world.runtime.db.prisma.provider.create({
    data: { ...provider, kind: 'internal', location: 'local', transport: 'none' },
  });
  await makeLiveCapabilities(tenantId, team, [{ id: 'files.read' }]);
  ids.capabilities = 'files.read';
  ids.providers = 'files';
  ids.users = id;
  ids.agents = await makeAgent(tenantId, team);
  ids['change-requests'] = await makeChangeRequest(tenantId, id);
  ids.webhooks = await makeWebhook(tenantId, id);
  await makeSeveral(tenantId, id);
});
afterAll(() => world?.cleanup());

async function makeChangeRequest(tenantId: string, userId: string): Promise<string> {
  const { id } = await world.runtime.db.prisma.changeRequest.create({
    data: {
      tenantId,
      id: 'chg_cursors',
      kind: 'edit',
      capabilityId: 'files.read',
      title: 'Change its tags',
      baseRowVersion: 1,
      submittedBy: userId,
      submittedAt: new Date(),
    },
  });
  return id;
}

async function makeWebhook(tenantId: string, createdBy: string): Promise<string> {
  const { id } = await world.runtime.db.prisma.webhook.create({
    data: {
      tenantId,
      id: 'whk_cursors',
      url: 'https://hooks.example.com/capstan',
      secretSealed: new Uint8Array([1]),
      createdBy,
    },
  });
  return id;
}

/** Four versions, bindings, keys and tokens, some of them of one moment. */
async function makeSeveral(tenantId: string, userId: string): Promise<void> {
  const { prisma } = world.runtime.db;
  const capabilityId = 'files.read';
  for (const n of [1, 2, 3]) {
    const createdAt = new Date(Date.UTC(2026, 0, n === 3 ? 2 : n));
    const key = await makeAgentKey(tenantId, ids.agents ?? '');
    await prisma.agentKey.updateMany({ where: { id: key.id }, data: { createdAt } });
    const token = await makeToken(userId);
    await prisma.accessToken.updateMany({ where: { id: token.id }, data: { createdAt } });
    await prisma.capabilityVersion.create({
      data: {
        tenantId,
        capabilityId,
        major: n === 3 ? 2 : 1,
        minor: n,
        description: 'Reads.',
        inputSchema: {},
        schemaHash: `v${n}`,
        effectiveFrom: createdAt,
        createdBy: userId,
      },
    });
    await prisma.binding.create({
      data: {
        tenantId,
        id: `bnd_${n}`,
        capabilityId,
        providerId: 'files',
        surface: 'tool',
        upstreamName: `read${n}`,
        priority: n === 3 ? 2 : n,
      },
    });
  }
}

const filled = (path: string) =>
  path.replace(/^\/([\w-]+)\/\{\w+\}/, (_all, kind: string) => `/${kind}/${ids[kind]}`);
const read = (path: string, cursor: string) =>
  person<{ code: string; errors?: { path: string }[] }>(
    'GET',
    `${filled(path)}?${new URLSearchParams({ cursor })}`,
  );

it('the description names the lists', () => {
  expect(lists).toEqual(expect.arrayContaining(['/change-requests', '/incidents', '/audit']));
});

describe.each(lists)('GET %s', (path) => {
  it.each(Object.entries(FOREIGN))('answers a cursor of %s with the field', async (_of, cursor) => {
    const answer = await read(path, cursor);
    expect(answer).toMatchObject({ status: 422, body: { code: 'VALIDATION' } });
    expect(answer.body.errors?.map((one) => one.path)).toEqual(['cursor']);
  });

  it('answers the cursor of another list with the field', async () => {
    const answer = await read(path, encodeCursor(['x', 'y']));
    expect(answer.status).toBe(BY_TWO_TEXTS.includes(path) ? 200 : 422);
    if (answer.status === 422) expect(answer.body.errors?.[0]?.path).toBe('cursor');
  });
});

describe('lists of what hangs on one thing', () => {
  it.each(['versions', 'bindings', 'keys', 'tokens'])('%s come in pages', async (list) => {
    const path = lists.find((one) => one.endsWith(`/${list}`)) ?? '';
    type Page = { items: { id?: string; version?: string }[]; next_cursor: string | null };
    const whole = await person<Page>('GET', filled(path));
    expect(whole.body.items.length).toBeGreaterThanOrEqual(3);
    const walked: Page['items'] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query = new URLSearchParams({ limit: '2', ...(cursor ? { cursor } : {}) });
      const { body }: { body: Page } = await person<Page>('GET', `${filled(path)}?${query}`);
      expect(body.items.length).toBeLessThanOrEqual(2);
      walked.push(...body.items);
      cursor = body.next_cursor;
    }
    expect(walked).toEqual(whole.body.items);
  });
});

it('a cursor an own page gave goes on behind it, also by time', async () => {
  const { id } = await makeUser({ shared: ['admin'] });
  const admin = world.as((await makeToken(id)).text);
  const { prisma } = world.runtime.db;
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
  await prisma.incident.createMany({
    data: [1, 2, 2, 3].map((second, index) => ({
      id: `inc_${index}`,
      tenantId: 'shared',
      targetKind: 'capability',
      targetId: `a.b${index}`,
      reason: 'Test.',
      epoch: 1n,
      openedBy: id,
      openedByName: 'Ada',
      openedAt: at(second),
      restoredAt: at(9),
    })),
  });
  const seen: string[] = [];
  let cursor = '';
  do {
    const query = new URLSearchParams({ limit: '1', ...(cursor ? { cursor } : {}) });
    type Page = { items: { id: string }[]; next_cursor: string | null };
    const { body } = await admin<Page>('GET', `/incidents?${query}`);
    seen.push(...body.items.map((item) => item.id));
    cursor = body.next_cursor ?? '';
  } while (cursor);
  expect(seen).toEqual(['inc_3', 'inc_2', 'inc_1', 'inc_0']);
});
