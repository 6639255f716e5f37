import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { accessRequestPageSchema, accessRequestSchema } from '@/lib/schemas/access-requests';
import { notificationPageSchema, unreadSchema } from '@/lib/schemas/notifications';
import {
  deliveryPageSchema,
  deliverySchema,
  webhookCreatedSchema,
  webhookPageSchema,
  webhookSchema,
} from '@/lib/schemas/webhooks';
import {
  makeAgent,
  makeAgentKey,
  makeTeam,
  makeTenant,
  makeToken,
  makeUser,
} from '../support/fixtures';
import { makeLiveCapabilities } from '../support/live-capabilities';
import { createWorld, type Reply, type RestClient, type World } from '../support/world';

const TOOL = 'messages.delete';
const DAY = 24 * 3600 * 1000;

let world: World;
let admin: RestClient;
let dev: RestClient;
let olga: RestClient;
let agent: RestClient;
let agentId: string;

beforeAll(async () => {
  world = await createWorld();
  const tenantId = await makeTenant();
  const person = async (role: 'admin' | 'member') => {
    const { id } = await makeUser({ [tenantId]: [role] });
    return { id, client: world.as((await makeToken(id)).text) };
  };
  const [boss, maker, owner] = [
    await person('admin'),
    await person('member'),
    await person('member'),
  ];
  [admin, dev, olga] = [boss.client, maker.client, owner.client];
  agentId = await makeAgent(tenantId, await makeTeam(tenantId, [maker.id]));
  agent = world.as((await makeAgentKey(tenantId, agentId)).text);
  const team = await makeTeam(tenantId, [owner.id]);
  await makeLiveCapabilities(tenantId, team, [{ id: TOOL, risk: 'HIGH' }]);
});
afterAll(() => world?.cleanup());

/** The answer, checked against the schema the door promises, strictly. */
function answer<T extends z.ZodType>(
  reply: Reply<unknown>,
  status: number,
  schema: T,
): z.output<T> {
  expect(reply.status, JSON.stringify(reply.body)).toBe(status);
  return schema.parse(reply.body);
}
const refused = ({ status, body }: Reply) => [status, body.code];

describe('/access-requests and /notifications', () => {
  const ask = (client: RestClient, over: object = {}) =>
    client('POST', '/access-requests', {
      agent_id: agentId,
      capability_id: TOOL,
      reason: 'Wanted.',
      until: new Date(Date.now() + 30 * DAY).toISOString(),
      ...over,
    });

  it('from asking over the notification to the grant', async () => {
    const made = answer(await ask(dev), 201, accessRequestSchema.strict());
    expect(refused(await ask(dev))).toEqual([409, 'CONFLICT']);
    const told = answer(await olga('GET', '/notifications'), 200, notificationPageSchema.strict());
    expect(told).toMatchObject({
      unread: 1,
      items: [{ kind: 'access.requested', href: `/access-requests/${made.id}`, read_at: null }],
    });
    const ids = told.items.map(({ id }) => id);
    const left = await olga('POST', '/notifications/read', { ids });
    expect(answer(left, 200, unreadSchema.strict())).toEqual({ unread: 0 });
    const unread = await olga('GET', '/notifications?unread=true');
    expect(answer(unread, 200, notificationPageSchema).items).toEqual([]);

    const waiting = await olga('GET', '/access-requests?decidable=true&status=PENDING');
    const { items } = answer(waiting, 200, accessRequestPageSchema);
    expect(items.map(({ id }) => id)).toEqual([made.id]);
    const path = `/access-requests/${made.id}`;
    expect(refused(await dev('POST', `${path}/approve`, {}))).toEqual([403, 'FORBIDDEN']);
    const later = { until: new Date(Date.now() + 31 * DAY).toISOString() };
    const wide = await olga('POST', `${path}/approve`, later);
    expect(refused(wide)).toEqual([422, 'VALIDATION']);
    expect(wide.body.errors).toMatchObject([{ path: 'until' }]);
    const yes = answer(
      await olga('POST', `${path}/approve`, {}),
      200,
      accessRequestSchema.strict(),
    );
    expect(yes).toMatchObject({ status: 'APPROVED', granted: { invoke: true } });
    expect(refused(await olga('POST', `${path}/deny`, { comment: 'No.' }))).toEqual([
      409,
      'CONFLICT',
    ]);
    const grants = await dev('GET', `/agents/${agentId}/grants`);
    expect(grants.body).toMatchObject([{ target: { capability: TOOL }, until: made.asked.until }]);
    answer(await dev('GET', path), 200, accessRequestSchema.strict());
    const news = answer(await dev('GET', '/notifications?limit=1'), 200, notificationPageSchema);
    expect(news.items).toMatchObject([{ kind: 'access.decided' }]);
    expect(
      answer(await dev('POST', '/notifications/read', { all: true }), 200, unreadSchema).unread,
    ).toBe(0);
  });

  it('denied and taken back', async () => {
    const invoke = { invoke: false, until: new Date(Date.now() + 60 * DAY).toISOString() };
    const first = answer(await ask(dev, invoke), 201, accessRequestSchema);
    const bare = await olga('POST', `/access-requests/${first.id}/deny`, {});
    expect(refused(bare)).toEqual([422, 'VALIDATION']);
    const no = await olga('POST', `/access-requests/${first.id}/deny`, { comment: 'No.' });
    expect(answer(no, 200, accessRequestSchema).status).toBe('DENIED');
    const second = answer(await ask(dev, invoke), 201, accessRequestSchema);
    const back = await dev('POST', `/access-requests/${second.id}/withdraw`);
    expect(answer(back, 200, accessRequestSchema).status).toBe('WITHDRAWN');
  });

  it('is for people: an agent’s key is refused everywhere', async () => {
    for (const [method, path, body] of [
      ['GET', '/notifications'],
      ['POST', '/notifications/read', { all: true }],
      ['GET', '/access-requests'],
      ['POST', '/access-requests/arq_x/approve', {}],
      ['GET', '/webhooks'],
    ] as const) {
      expect(refused(await agent(method, path, body)), path).toEqual([403, 'FORBIDDEN']);
    }
    expect(refused(await ask(agent))).toEqual([403, 'FORBIDDEN']);
    expect(refused(await agent('GET', '/access-requests/arq_x'))).toEqual([404, 'NOT_FOUND']);
    expect((await world.as(null)('GET', '/notifications')).status).toBe(401);
    const wrong = await dev('POST', '/notifications/read', { ids: [], all: true });
    expect(refused(wrong)).toEqual([422, 'VALIDATION']);
    expect(refused(await dev('GET', '/notifications?cursor=x'))).toEqual([422, 'VALIDATION']);
    expect(refused(await dev('GET', '/access-requests/arq_x'))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('/webhooks', () => {
  it('made, listed, changed, tested, sent again, removed; by admins', async () => {
    const body = { url: 'http://127.0.0.1:9/hooks', events: ['access.requested'] };
    const made = answer(await admin('POST', '/webhooks', body), 201, webhookCreatedSchema.strict());
    expect(made.secret).toMatch(/^whsec_/);
    const list = answer(await admin('GET', '/webhooks'), 200, webhookPageSchema);
    expect(list.items.map(({ id }) => id)).toEqual([made.id]);
    expect(JSON.stringify(list)).not.toContain('whsec_');
    const path = `/webhooks/${made.id}`;
    answer(await admin('GET', path), 200, webhookSchema.strict());
    const sent = answer(await admin('POST', `${path}/test`), 202, deliverySchema.strict());
    expect(sent).toMatchObject({ kind: 'webhook.test', status: 'PENDING', tries: 0 });
    const log = answer(await admin('GET', `${path}/deliveries`), 200, deliveryPageSchema.strict());
    expect(log.items).toEqual([sent]);
    const again = `${path}/deliveries/${sent.id}/redeliver`;
    expect(refused(await admin('POST', again))).toEqual([409, 'CONFLICT']);
    const off = await admin('PATCH', path, { row_version: 1, active: false });
    expect(answer(off, 200, webhookSchema)).toMatchObject({ active: false, row_version: 2 });
    expect(refused(await admin('PATCH', path, { row_version: 1, active: true }))).toEqual([
      409,
      'CONFLICT',
    ]);
    expect(refused(await dev('GET', '/webhooks'))).toEqual([403, 'FORBIDDEN']);
    const inside = await admin('POST', '/webhooks', { url: 'http://10.0.0.1/' });
    expect(refused(inside)).toEqual([422, 'VALIDATION']);
    expect(inside.body.errors).toMatchObject([{ path: 'url' }]);
    expect((await admin('DELETE', path)).status).toBe(204);
    expect(refused(await admin('GET', path))).toEqual([404, 'NOT_FOUND']);
  });
});
