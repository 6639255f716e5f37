import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '@/lib/core/shared/domain';
import { GIVE_UP_AFTER_MS, MAX_TRIES } from '@/lib/core/webhooks/schedule';
import { runtime } from '@/lib/runtime';
import { createWebhookSchema } from '@/lib/schemas/webhooks';
import { transact } from '@/lib/services/announce';
import type { Context } from '@/lib/services/context';
import { cleanUpMessages } from '@/lib/services/notifications/clean-up-messages';
import { tell } from '@/lib/services/notifications/tell';
import { createWebhook } from '@/lib/services/webhooks/create-webhook';
import { deleteWebhook } from '@/lib/services/webhooks/delete-webhook';
import { listDeliveries } from '@/lib/services/webhooks/list-deliveries-view';
import { getWebhook, listWebhooks } from '@/lib/services/webhooks/list-webhooks';
import { redeliverEvent, testWebhook } from '@/lib/services/webhooks/test-webhook';
import { updateWebhook } from '@/lib/services/webhooks/update-webhook';
import { WebhookSender } from '@/lib/services/webhooks/webhook-sender';
import { failureOf } from '@/tests/support/catalog';
import { createTestRuntime, type TestRuntime } from '@/tests/support/db';
import { auditOf, makeTenant, makeUser, userContext } from '@/tests/support/fixtures';
import {
  broken,
  type HookReceiver,
  ok,
  startHookReceiver,
  verifies,
} from '@/tests/support/hook-receiver';

let test: TestRuntime;
let tenantId: string;
let admin: Context;
let receiver: HookReceiver;
const open: HookReceiver[] = [];

beforeAll(async () => {
  test = await createTestRuntime({ CAPSTAN_EGRESS_ALLOW: '127.0.0.0/8' });
});
afterAll(async () => {
  for (const one of open) await one.close();
  await test?.cleanup();
});
beforeEach(async () => {
  tenantId = await makeTenant();
  admin = await contextWith('admin');
  receiver = await receiverOf();
});

async function contextWith(role: Role, tenant = tenantId): Promise<Context> {
  return await userContext((await makeUser({ [tenant]: [role] })).id, tenant);
}
async function receiverOf(how = ok): Promise<HookReceiver> {
  const made = await startHookReceiver(how);
  open.push(made);
  return made;
}
const fresh = (ctx: Context): Context => ({ ...ctx, now: new Date() });
const hook = (over: { url?: string; events?: string[] } = {}, ctx = admin) =>
  createWebhook({ ctx, input: createWebhookSchema.parse({ url: receiver.url, ...over }) });
/** Something happens, and people and webhooks are told of it. */
const happen = (kind: 'incident.opened' | 'capability.due' = 'incident.opened', ctx = admin) =>
  transact((tx) =>
    tell(tx, fresh(ctx), {
      kind,
      title: '停止: 天气 <b>station</b>',
      href: '/incidents/inc_1',
      targetKind: 'capability',
      targetId: 'weather.read',
      data: { incident_id: 'inc_1' },
      audience: {},
    }),
  );
async function turn(sender = new WebhookSender(), now = new Date()): Promise<void> {
  await sender.run(now);
  await sender.settled();
}
const log = async (id: string) =>
  (await listDeliveries({ ctx: admin, input: { id, limit: 50 } })).items;

describe('an event', () => {
  it('reaches each webhook that subscribes it, signed, once', async () => {
    const made = await hook();
    const other = await receiverOf();
    await hook({ url: other.url, events: ['capability.due'] });
    await happen();
    await turn();
    await turn();
    expect(other.received).toEqual([]);
    expect(receiver.received).toHaveLength(1);
    const [got] = receiver.received;
    if (!got) throw new Error('Nothing came.');
    expect(verifies(made.secret, got)).toBe(true);
    expect(verifies(made.secret, { ...got, body: `${got.body} ` })).toBe(false);
    expect(Math.abs(Number(got.timestamp) * 1000 - Date.now())).toBeLessThan(10_000);
    expect(JSON.parse(got.body)).toMatchObject({
      type: 'incident.opened',
      data: {
        tenant_id: tenantId,
        title: '停止: 天气 <b>station</b>',
        url: 'http://127.0.0.1:3000/incidents/inc_1',
        target: { kind: 'capability', id: 'weather.read' },
        details: { incident_id: 'inc_1' },
      },
    });
    expect(await log(made.id)).toMatchObject([
      { event_id: got.id, status: 'DELIVERED', tries: 1, http_status: 204, next_try_at: null },
    ]);
  });

  it('stays in its tenant, and is not sent when what happened is rolled back', async () => {
    await hook();
    const elsewhere = await makeTenant();
    await happen('incident.opened', await contextWith('admin', elsewhere));
    await transact(async (tx) => {
      await tell(tx, admin, {
        kind: 'incident.opened',
        title: 'Never',
        href: '/',
        targetKind: 'capability',
        targetId: 'x.y',
        audience: {},
      });
      throw new Error('It failed after all.');
    }).catch(() => undefined);
    await turn();
    expect(receiver.received).toEqual([]);
    const rows = await runtime().db.prisma.webhookEvent.count({ where: { tenantId: elsewhere } });
    expect(rows).toBe(0);
  });

  it('is tried again later, under the same id and with the same body', async () => {
    receiver.answer(broken);
    const made = await hook();
    await happen();
    await turn();
    const [first] = await log(made.id);
    expect(first).toMatchObject({
      status: 'PENDING',
      tries: 1,
      last_error: 'HTTP_STATUS',
      http_status: 500,
    });
    const wait = Date.parse(first?.next_try_at ?? '') - Date.parse(first?.last_try_at ?? '');
    expect(wait).toBeGreaterThanOrEqual(12_000);
    expect(wait).toBeLessThanOrEqual(18_000);
    expect((await getWebhook({ ctx: admin, input: made })).failing_since).not.toBeNull();
    await turn();
    expect(receiver.received).toHaveLength(1);
    receiver.answer(ok);
    await turn(new WebhookSender(), new Date(Date.now() + 20_000));
    const [one, two] = receiver.received;
    expect(two).toMatchObject({ id: one?.id, body: one?.body });
    expect(receiver.received.every((got) => verifies(made.secret, got))).toBe(true);
    expect(await log(made.id)).toMatchObject([{ status: 'DELIVERED', tries: 2, last_error: null }]);
    expect((await getWebhook({ ctx: admin, input: made })).failing_since).toBeNull();
  });

  it('fails for good after the last try, and goes again when asked', async () => {
    receiver.answer(broken);
    const made = await hook();
    await happen();
    let now = new Date();
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      await turn(new WebhookSender(), now);
      const [row] = await log(made.id);
      expect(row?.tries).toBe(tries);
      now = new Date(Date.parse(row?.next_try_at ?? now.toISOString()) + 1000);
    }
    const [failed] = await log(made.id);
    expect(failed).toMatchObject({ status: 'FAILED', next_try_at: null });
    expect((await getWebhook({ ctx: admin, input: made })).active).toBe(true);
    receiver.answer(ok);
    const again = { id: made.id, delivery_id: failed?.id ?? '' };
    await redeliverEvent({ ctx: fresh(admin), input: again });
    expect((await failureOf(redeliverEvent({ ctx: fresh(admin), input: again }))).code).toBe(
      'CONFLICT',
    );
    await turn();
    expect(receiver.received.at(-1)?.id).toBe(failed?.event_id);
    expect(await log(made.id)).toMatchObject([{ status: 'DELIVERED', tries: 1 }]);
  });
});

describe('a receiver', () => {
  it('that redirects is not followed, and one at a private address is not called', async () => {
    const inner = await receiverOf();
    receiver.answer((response) => response.writeHead(302, { location: inner.url }).end());
    const made = await hook();
    await happen();
    await turn();
    expect(inner.received).toEqual([]);
    expect(await log(made.id)).toMatchObject([{ last_error: 'REDIRECT', http_status: 302 }]);
    await runtime().db.prisma.webhook.updateMany({
      where: { id: made.id },
      data: { url: 'http://10.1.2.3/hooks' },
    });
    await turn(new WebhookSender(), new Date(Date.now() + 60_000));
    expect(await log(made.id)).toMatchObject([{ last_error: 'REFUSED_ADDRESS', tries: 2 }]);
  });

  it('that is slow does not hold up another', async () => {
    const held: (() => void)[] = [];
    receiver.answer((response) => held.push(() => ok(response, 0)));
    const slow = await hook();
    const quick = await receiverOf();
    await hook({ url: quick.url });
    for (let n = 0; n < 7; n += 1) await happen();
    const sender = new WebhookSender();
    await sender.run(new Date());
    await expect.poll(() => quick.received.length).toBe(7);
    expect(receiver.received.length).toBeLessThanOrEqual(4);
    await happen();
    await sender.run(new Date());
    await expect.poll(() => quick.received.length).toBe(8);
    receiver.answer(ok);
    for (const answer of held) answer();
    await sender.settled();
    expect((await log(slow.id)).map(({ status }) => status)).toEqual(Array(8).fill('DELIVERED'));
  });

  it('gets an event once though two processes send, and again when one was killed', async () => {
    const made = await hook();
    for (let n = 0; n < 6; n += 1) await happen();
    const two = [new WebhookSender(), new WebhookSender()];
    await Promise.all(two.map((sender) => turn(sender)));
    expect(receiver.received).toHaveLength(6);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(6);
    await happen();
    // As a process leaves it that was killed between claim and answer.
    const until = new Date(Date.now() + 60_000);
    await runtime().db.prisma.webhookDelivery.updateMany({
      where: { webhookId: made.id, status: 'PENDING' },
      data: { claimedUntil: until },
    });
    await turn();
    expect(receiver.received).toHaveLength(6);
    await turn(new WebhookSender(), new Date(until.getTime() + 1));
    expect(receiver.received).toHaveLength(7);
  });

  it('that fails for days is switched off, and the admins are told', async () => {
    receiver.answer(broken);
    const made = await hook();
    const member = await contextWith('member');
    await happen();
    await turn();
    await runtime().db.prisma.webhook.updateMany({
      where: { id: made.id },
      data: { failingSince: new Date(Date.now() - GIVE_UP_AFTER_MS) },
    });
    await happen();
    await turn();
    const after = await getWebhook({ ctx: admin, input: made });
    expect(after).toMatchObject({ active: false });
    expect(after.given_up_at).not.toBeNull();
    expect((await log(made.id)).map((row) => [row.status, row.last_error])).toEqual([
      ['FAILED', 'SWITCHED_OFF'],
      ['FAILED', 'SWITCHED_OFF'],
    ]);
    const told = await runtime().db.prisma.notification.findMany({ where: { tenantId } });
    const { userId } = admin.actor as { userId: string };
    expect(told.map((row) => [row.userId, row.kind])).toEqual([[userId, 'webhook.given_up']]);
    expect(member.tenantId).toBe(tenantId);
    expect((await auditOf('webhook', made.id)).map((row) => row.action)).toEqual([
      'webhook.create',
      'webhook.give_up',
    ]);
    await happen();
    await turn();
    expect(receiver.received).toHaveLength(2);
    receiver.answer(ok);
    const input = { id: made.id, row_version: after.row_version, active: true };
    const on = await updateWebhook({ ctx: fresh(admin), input });
    expect(on).toMatchObject({ active: true, given_up_at: null, failing_since: null });
    await happen();
    await turn();
    expect(receiver.received).toHaveLength(3);
  });

  it('whose secret opens no more is not called', async () => {
    const made = await hook();
    const other = await hook();
    const { secretSealed } = await runtime().db.prisma.webhook.findFirstOrThrow({
      where: { id: other.id },
    });
    await runtime().db.prisma.webhook.updateMany({
      where: { id: made.id },
      data: { secretSealed, events: ['capability.due'] },
    });
    await runtime().db.prisma.webhook.deleteMany({ where: { id: other.id } });
    await happen('capability.due');
    await turn();
    expect(receiver.received).toEqual([]);
    expect(await log(made.id)).toMatchObject([{ last_error: 'UNREADABLE_SECRET' }]);
  });
});

describe('a webhook', () => {
  it('is made with a secret shown once, sealed in the database, and on record', async () => {
    const made = await hook({ url: `${receiver.url}?token=s3cret` });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/=]{44}$/);
    const listed = await listWebhooks({ ctx: admin, input: {} });
    expect(JSON.stringify(listed)).not.toContain('whsec_');
    const row = await runtime().db.prisma.webhook.findFirstOrThrow({ where: { id: made.id } });
    const key = Buffer.from(made.secret.slice('whsec_'.length), 'base64');
    expect(Buffer.from(row.secretSealed).includes(key)).toBe(false);
    const audit = JSON.stringify(await auditOf('webhook', made.id));
    expect(audit).toContain('webhook.create');
    expect(audit).not.toContain('s3cret');
  });

  it('is refused at a private address, a bad scheme, an unknown kind, with the field named', async () => {
    for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/latest', 'http://[fd00::1]/']) {
      expect(await failureOf(hook({ url }))).toMatchObject({ code: 'VALIDATION', path: 'url' });
    }
    expect(await failureOf(hook({ url: 'http://nowhere.invalid/' }))).toMatchObject({
      code: 'VALIDATION',
      path: 'url',
    });
    const input = { url: 'file:///etc/passwd', events: ['no.such'] };
    const issues = createWebhookSchema.safeParse(input).error?.issues.map(({ path }) => path[0]);
    expect(issues).toEqual(['url', 'events']);
  });

  it('is for admins of its tenant only', async () => {
    const made = await hook();
    const stranger = await contextWith('admin', await makeTenant());
    for (const role of ['member', 'reviewer', 'auditor'] as const) {
      const ctx = await contextWith(role);
      for (const call of [
        () => hook({}, ctx),
        () => listWebhooks({ ctx, input: {} }),
        () => getWebhook({ ctx, input: made }),
        () => updateWebhook({ ctx, input: { id: made.id, row_version: 1, active: false } }),
        () => deleteWebhook({ ctx, input: made }),
        () => testWebhook({ ctx, input: made }),
        () => listDeliveries({ ctx, input: { id: made.id, limit: 5 } }),
      ]) {
        expect((await failureOf(call())).code).toBe('FORBIDDEN');
      }
    }
    for (const call of [
      () => getWebhook({ ctx: stranger, input: made }),
      () => updateWebhook({ ctx: stranger, input: { id: made.id, row_version: 1, active: false } }),
      () => deleteWebhook({ ctx: stranger, input: made }),
      () => testWebhook({ ctx: stranger, input: made }),
      () => listDeliveries({ ctx: stranger, input: { id: made.id, limit: 5 } }),
      () => redeliverEvent({ ctx: stranger, input: { id: made.id, delivery_id: 'dlv_x' } }),
    ]) {
      expect((await failureOf(call())).code).toBe('NOT_FOUND');
    }
    expect((await listWebhooks({ ctx: stranger, input: {} })).items).toEqual([]);
  });

  it('is tested, changed by the first of two, and removed with what waits', async () => {
    const made = await hook({ events: ['capability.due'] });
    await testWebhook({ ctx: fresh(admin), input: made });
    await turn();
    expect(JSON.parse(receiver.received[0]?.body ?? '{}').type).toBe('webhook.test');
    const change = (active: boolean) =>
      updateWebhook({ ctx: fresh(admin), input: { id: made.id, row_version: 1, active } });
    await change(false);
    expect((await failureOf(change(true))).code).toBe('CONFLICT');
    expect((await failureOf(testWebhook({ ctx: fresh(admin), input: made }))).code).toBe(
      'CONFLICT',
    );
    await updateWebhook({
      ctx: fresh(admin),
      input: { id: made.id, row_version: 2, active: true },
    });
    await happen('capability.due');
    await deleteWebhook({ ctx: fresh(admin), input: made });
    await turn();
    expect(receiver.received).toHaveLength(1);
    expect(await runtime().db.prisma.webhookDelivery.count({ where: { tenantId } })).toBe(0);
    expect((await failureOf(deleteWebhook({ ctx: fresh(admin), input: made }))).code).toBe(
      'NOT_FOUND',
    );
    const actions = (await auditOf('webhook', made.id)).map((row) => row.action);
    expect(actions).toEqual([
      'webhook.create',
      'webhook.test',
      'webhook.update',
      'webhook.update',
      'webhook.delete',
    ]);
  });

  it('keeps its log for 90 days', async () => {
    const made = await hook();
    await happen();
    await turn();
    const day = 24 * 3600 * 1000;
    await cleanUpMessages(new Date(Date.now() + 89 * day));
    expect(await log(made.id)).toHaveLength(1);
    await cleanUpMessages(new Date(Date.now() + 91 * day));
    expect(await log(made.id)).toHaveLength(0);
    expect(await runtime().db.prisma.webhookEvent.count({ where: { tenantId } })).toBe(0);
  });
});
