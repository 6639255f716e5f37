import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticate } from '@/lib/auth/bearer';
import { runtime } from '@/lib/runtime';
import { demoPlaces, findProvidersFile } from '@/lib/services/demo/demo-files';
import { ensureDemo } from '@/lib/services/demo/ensure-demo';
import { ensureFirstAdmin, FIRST_ADMIN_KEY } from '@/lib/services/people/ensure-first-admin';
import { registerFileProviders } from '@/lib/services/providers/register-file-providers';
import { startOutbound } from '@/lib/services/providers/start-outbound';
import { syncMany } from '@/lib/services/providers/sync-many';
import { createTestRuntime, type TestRuntime, temporaryFolder } from '@/tests/support/db';

let test: TestRuntime;
const data = temporaryFolder();
const places = demoPlaces(data.path);

beforeAll(async () => {
  test = await createTestRuntime({ CAPSTAN_DEMO: 'true' });
  // The files of the demo go beside the database of the test, wherever that is.
  test.runtime.config = { ...test.runtime.config, dataDir: data.path };
  await ensureFirstAdmin(false);
});
afterAll(async () => {
  await test?.cleanup();
  data.remove();
});

const prisma = () => runtime().db.prisma;
const counts = () =>
  Promise.all([
    prisma().user.count(),
    prisma().agent.count(),
    prisma().grant.count(),
    prisma().backend.count(),
    prisma().team.count(),
    prisma().auditEvent.count(),
  ]);

describe('the demo', () => {
  it('is made once: people, teams, agents with keys, files only their owner reads', async () => {
    expect(await ensureDemo()).toBe(true);
    const traffic = JSON.parse(readFileSync(places.trafficFile, 'utf8'));
    expect(Object.keys(traffic.agents)).toHaveLength(3);
    expect(Object.keys(traffic.people).sort()).toEqual(['owner', 'reviewer']);
    expect(statSync(places.trafficFile).mode & 0o777).toBe(0o600);
    expect(statSync(places.folder).mode & 0o777).toBe(0o700);
    const before = await counts();
    expect(await ensureDemo()).toBe(false);
    expect(await counts()).toEqual(before);
    expect(JSON.parse(readFileSync(places.trafficFile, 'utf8'))).toEqual(traffic);
  });

  it('puts the first admin in every team and the reviewers in none', async () => {
    const first = await prisma().setting.findUniqueOrThrow({
      where: { tenantId_key: { tenantId: 'shared', key: FIRST_ADMIN_KEY } },
    });
    const { user_id } = first.value as { user_id: string };
    const teams = await prisma().teamMember.findMany({ where: { userId: user_id } });
    expect(teams.map(({ teamId }) => teamId).sort()).toEqual(['assistants', 'platform']);
    const reviewers = await prisma().roleAssignment.findMany({ where: { role: 'reviewer' } });
    expect(reviewers).toHaveLength(2);
    const theirs = { userId: { in: reviewers.map(({ userId }) => userId) } };
    expect(await prisma().teamMember.count({ where: theirs })).toBe(0);
  });

  it('writes keys and tokens that work', async () => {
    const traffic = JSON.parse(readFileSync(places.trafficFile, 'utf8'));
    const actorOf = async (key: string) => {
      const headers = { authorization: `Bearer ${key}` };
      const request = new Request('http://127.0.0.1:3000/api/v1/providers', { headers });
      return (await authenticate(request, 'req_test')).actor;
    };
    expect(await actorOf(traffic.agents['ops-agent'])).toMatchObject({
      kind: 'agent',
      agentId: 'ops-agent',
    });
    expect(await actorOf(traffic.people.owner)).toMatchObject({
      kind: 'user',
      email: 'demo-owner@capstan.local',
    });
  });

  it('leaves alone what people change or delete', async () => {
    await prisma().agent.delete({
      where: { tenantId_id: { tenantId: 'shared', id: 'ops-agent' } },
    });
    const edited = `${readFileSync(places.providersFile, 'utf8')}# mine\n`;
    writeFileSync(places.providersFile, edited);
    rmSync(join(places.files, 'README.md'));
    await ensureDemo();
    expect(await prisma().agent.count()).toBe(2);
    expect(readFileSync(places.providersFile, 'utf8')).toBe(edited);
    expect(() => statSync(join(places.files, 'README.md'))).toThrow();
  });

  it('does not start over a link that leads to the data of Capstan', async () => {
    const link = join(places.files, 'inside');
    for (const target of [data.path, join(data.path, '..'), places.memoryFile]) {
      symlinkSync(target, link);
      await expect(ensureDemo()).rejects.toThrow(/remove this link/);
      rmSync(link);
    }
    const elsewhere = temporaryFolder();
    symlinkSync(elsewhere.path, link);
    expect(await ensureDemo()).toBe(false);
    rmSync(link);
    elsewhere.remove();
  });

  it('uses its own providers file only while nothing else is configured', async () => {
    const { dataDir } = runtime().config;
    expect(await findProvidersFile({ demo: true, dataDir })).toBe(places.providersFile);
    expect(await findProvidersFile({ demo: false, dataDir })).toBeUndefined();
    const own = { demo: true, dataDir, providersFile: '/etc/providers.yaml' };
    expect(await findProvidersFile(own)).toBe('/etc/providers.yaml');
    mkdirSync(join(dataDir, 'empty'));
    const empty = { demo: true, dataDir: join(dataDir, 'empty') };
    expect(await findProvidersFile(empty)).toBeUndefined();
  });

  it('registers three servers that really list their tools', async () => {
    const stop = await startOutbound(test.runtime);
    try {
      await registerFileProviders();
      const providers = await prisma().provider.findMany({ orderBy: { id: 'asc' } });
      expect(providers.map(({ id }) => id)).toEqual(['everything', 'filesystem', 'memory']);
      await syncMany(
        providers.map(({ tenantId, id }) => ({ tenantId, id })),
        'start',
      );
      const after = await prisma().provider.findMany();
      expect(after.map(({ health, healthReason }) => healthReason ?? health)).toEqual([
        'HEALTHY',
        'HEALTHY',
        'HEALTHY',
      ]);
      expect(await prisma().capability.count({ where: { status: 'DRAFT' } })).toBeGreaterThan(40);
    } finally {
      await stop();
    }
  }, 120_000);
});
