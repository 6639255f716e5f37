import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtime } from '@/lib/runtime';
import { registerFileProviders } from '@/lib/services/providers/register-file-providers';
import { startOutbound } from '@/lib/services/providers/start-outbound';
import { auditOf, type CatalogWorld, makeCatalogWorld } from '@/tests/support/catalog';
import { createTestRuntime, type TestRuntime } from '@/tests/support/db';
import { makeProvider } from '@/tests/support/providers';

let test: TestRuntime;
let world: CatalogWorld;
const folder = mkdtempSync(join(tmpdir(), 'capstan-providers-'));
const file = join(folder, 'providers.yaml');

beforeAll(async () => {
  writeFileSync(file, 'providers: []');
  test = await createTestRuntime({
    CAPSTAN_EGRESS_ALLOW: '127.0.0.0/8',
    CAPSTAN_PROVIDERS_FILE: file,
  });
  world = await makeCatalogWorld('file-providers');
  await makeProvider(world, 'registered', 'http://127.0.0.1:9/mcp');
});
afterAll(async () => {
  await test?.cleanup();
  rmSync(folder, { recursive: true, force: true });
});

type Entry = { id: string; team?: string };

/** A start with a file that names these. */
async function startWith(...entries: Entry[]): Promise<void> {
  const lines = entries.flatMap(({ id, team = world.team }) => [
    `  - id: ${id}`,
    `    name: ${id}`,
    `    tenant: ${world.tenantId}`,
    `    owner_team: ${team}`,
    '    stdio: { command: node, args: [server.js] }',
  ]);
  writeFileSync(file, ['providers:', ...lines].join('\n').replace(/^providers:$/, 'providers: []'));
  const stop = await startOutbound(test.runtime);
  try {
    await registerFileProviders();
  } finally {
    await stop();
  }
}

const rowOf = (id: string) =>
  runtime().db.prisma.provider.findUniqueOrThrow({
    where: { tenantId_id: { tenantId: world.tenantId, id } },
  });

describe('the providers file', () => {
  it('archives what it no longer names, with an audit line, and takes it back', async () => {
    await startWith({ id: 'stays' }, { id: 'goes' });
    expect(await rowOf('goes')).toMatchObject({ source: 'file', archivedAt: null });
    await startWith({ id: 'stays' });
    expect((await rowOf('goes')).archivedAt).not.toBeNull();
    expect((await rowOf('stays')).archivedAt).toBeNull();
    expect((await rowOf('registered')).archivedAt).toBeNull();
    expect(await auditOf(world.tenantId, 'goes')).toEqual([
      'provider.register',
      'provider.archive',
    ]);
    const { archivedAt, rowVersion } = await rowOf('goes');
    await startWith({ id: 'stays' });
    expect(await rowOf('goes')).toMatchObject({ archivedAt, rowVersion });
    await startWith({ id: 'stays' }, { id: 'goes' });
    expect(await rowOf('goes')).toMatchObject({ archivedAt: null });
    expect((await auditOf(world.tenantId, 'goes')).slice(2)).toEqual(['provider.update']);
  });

  it('archives all of its own once it names none', async () => {
    await startWith({ id: 'last' });
    await startWith();
    expect((await rowOf('last')).archivedAt).not.toBeNull();
    expect((await rowOf('registered')).archivedAt).toBeNull();
  });

  it('keeps one it names and cannot register, such as one whose team is gone', async () => {
    await startWith({ id: 'named' });
    await startWith({ id: 'named', team: 'nobody' });
    expect((await rowOf('named')).archivedAt).toBeNull();
  });
});
