import { afterAll, describe, expect, it } from 'vitest';
import { promote } from '@/lib/cli/demo-promote';
import { DEMO_TOOLS } from '@/lib/cli/demo-tools';
import { buildApp } from '@/lib/http/app';
import { runtime } from '@/lib/runtime';
import { findProvidersFile } from '@/lib/services/demo/demo-files';
import { ensureDemo } from '@/lib/services/demo/ensure-demo';
import { ensureFirstAdmin } from '@/lib/services/people/ensure-first-admin';
import { registerFileProviders } from '@/lib/services/providers/register-file-providers';
import { startOutbound } from '@/lib/services/providers/start-outbound';
import { syncMany } from '@/lib/services/providers/sync-many';
import { capstan } from '../../support/capstan-command';
import { createTestRuntime, type TestRuntime, temporaryFolder } from '../../support/db';
import { makeToken, makeUser } from '../../support/fixtures';
import { type Listener, listen } from '../../support/listener';
import { makeTwoPeople } from '../../support/world';

const data = temporaryFolder();
const exported = temporaryFolder();
let closing: (() => Promise<unknown>)[] = [];
async function close(): Promise<void> {
  const steps = closing.reverse();
  closing = [];
  for (const step of steps) await step();
}
afterAll(async () => {
  await close();
  data.remove();
  exported.remove();
});

type Rest = <T>(
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: T }>;
type Request = { id: string };
type Open = { capability: { row_version: number }; change_request: Request | null };

/** An installation with the demo's providers, over HTTP. */
async function install(demo: boolean): Promise<{ test: TestRuntime; door: Listener }> {
  const test = await createTestRuntime({ CAPSTAN_DEMO: String(demo) });
  test.runtime.config = { ...test.runtime.config, dataDir: data.path };
  if (demo) {
    await ensureFirstAdmin(false);
    await ensureDemo();
  }
  const providersFile = await findProvidersFile({ ...test.runtime.config, demo: true });
  if (!providersFile) throw new Error('The demo has a providers file.');
  test.runtime.config = { ...test.runtime.config, providersFile };
  const stop = await startOutbound(test.runtime);
  await registerFileProviders();
  const app = buildApp();
  const door = await listen((request) => app.fetch(request));
  closing = [test.cleanup, stop, door.close];
  return { test, door };
}

function restOf(door: Listener, key: string): Rest {
  return async <T>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${door.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text ? JSON.parse(text) : null) as T };
  };
}

const timed =
  (rest: Rest) =>
  async <T>(method: string, path: string, body?: unknown) => ({
    ...(await rest<T>(method, path, body)),
    ms: 0,
  });

/** Live tools, one of them in its second major with the first beside it, one with an announced end. */
async function work(admin: Rest, reviewer: Rest): Promise<void> {
  for (const tool of DEMO_TOOLS.slice(0, 6)) {
    expect(await promote(timed(admin), timed(reviewer), tool)).toMatchObject({
      outcome: 'promoted',
    });
  }
  const id = 'filesystem.read_text_file';
  const next = await admin<Open>('POST', `/capabilities/${id}/versions`, {
    input_schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    output_schema: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
  });
  expect(next.status).toBe(202);
  await reviewer('POST', `/change-requests/${next.body.change_request?.id}/approve`, {});
  const ends = await admin<Open>('POST', '/capabilities/filesystem.get_file_info/deprecation', {
    disable_at: '2100-01-01T00:00:00Z',
    replacement: { capability_id: id },
    migration_note: '请改用读取文件。',
    argument_mapping: {},
  });
  expect(ends.status).toBe(202);
  expect(await approveAll(reviewer)).toBe(1);
}

async function approveAll(reviewer: Rest): Promise<number> {
  const open = await reviewer<{ items: Request[] }>(
    'GET',
    '/change-requests?status=OPEN&limit=200',
  );
  for (const { id } of open.body.items) {
    const decided = await reviewer('POST', `/change-requests/${id}/approve`, {});
    expect(decided).toMatchObject({ status: 200 });
  }
  return open.body.items.length;
}

describe('the catalog of the demo', () => {
  it('is exported, imported into a wiped database by the command, and equal', async () => {
    const first = await install(true);
    const people = await makeTwoPeople();
    await syncMany(
      ['everything', 'filesystem', 'memory'].map((id) => ({ tenantId: 'shared', id })),
      'manual',
    );
    expect(await runtime().db.prisma.binding.count()).toBeGreaterThan(40);
    await work(restOf(first.door, people.admin.key), restOf(first.door, people.reviewer.key));
    const env = { CAPSTAN_URL: first.door.url, CAPSTAN_TOKEN: people.admin.key };
    expect(await capstan(['export', '-o', exported.path], env)).toMatchObject({ code: 0 });
    const before = (await capstan(['export'], env)).out;
    expect((await capstan(['diff', '-f', exported.path], env)).code).toBe(0);
    await close();

    const second = await install(false);
    const there = await makeTwoPeople();
    const admin = { CAPSTAN_URL: second.door.url, CAPSTAN_TOKEN: there.admin.key };
    expect(await runtime().db.prisma.capability.count()).toBe(0);
    const planned = await capstan(['diff', '-f', exported.path], admin);
    expect(planned).toMatchObject({ code: 10 });
    const applied = await capstan(['apply', '-f', exported.path, '--json'], admin);
    expect(applied).toMatchObject({ code: 0 });
    expect(JSON.parse(applied.out).summary).toMatchObject({ refused: 0, review: 6 });
    const live = await runtime().db.prisma.capability.count({ where: { status: 'PRODUCTION' } });
    expect(live).toBe(0);
    await joinTeams(['platform', 'assistants']);
    expect(await approveAll(restOf(second.door, there.reviewer.key))).toBe(6);
    // What is live now can be given its announced end, which somebody else decides, too.
    expect((await capstan(['apply', '-f', exported.path], admin)).code).toBe(0);
    expect(await approveAll(restOf(second.door, there.reviewer.key))).toBe(1);
    const after = (await capstan(['export'], admin)).out;
    expect(withoutAddress(after)).toEqual(withoutAddress(before));
    expect(after).toContain('请改用读取文件。');
    expect((await capstan(['apply', '-f', exported.path], admin)).out).toContain(
      '0 to create, 0 to change',
    );
  }, 300_000);
});

/** People belong to an installation: somebody joins the teams that came along. */
async function joinTeams(teams: string[]): Promise<void> {
  const member = await makeUser({ shared: ['member'] });
  await makeToken(member.id);
  await runtime().db.prisma.teamMember.createMany({
    data: teams.map((teamId) => ({ tenantId: 'shared', teamId, userId: member.id })),
  });
}

const withoutAddress = (text: string) => text.replaceAll(/\$schema=\S+/g, '$schema=');
