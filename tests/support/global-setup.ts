import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '@/lib/db/client';
import { migrateDatabase } from '@/lib/db/migrate';
import { createDatabase, dropDatabase, withDatabaseName } from './server-database';

/** What every suite's own database is cloned from; made once a run. */
export type DatabaseTemplate =
  | { kind: 'embedded'; runFolder: string; dataDir: string }
  | { kind: 'server'; url: string; name: string };

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplate: DatabaseTemplate;
  }
}

type Shared = { users: number; made: Promise<DatabaseTemplate> };
/** Two projects of one run set up in one process and share the template. */
const slot = globalThis as { __capstanTestTemplate?: Shared };

async function makeTemplate(): Promise<DatabaseTemplate> {
  const url = process.env.TEST_DATABASE_URL;
  const template: DatabaseTemplate = url
    ? { kind: 'server', url, name: await createDatabase(url) }
    : embeddedTemplate();
  const db = await openDatabase({
    databasePool: 4,
    dataDir: template.kind === 'embedded' ? template.dataDir : null,
    ...(template.kind === 'server'
      ? { databaseUrl: withDatabaseName(template.url, template.name) }
      : {}),
  });
  try {
    await migrateDatabase(db);
  } finally {
    await db.close();
  }
  return template;
}

function embeddedTemplate(): DatabaseTemplate {
  const runFolder = mkdtempSync(join(tmpdir(), 'capstan-test-'));
  return { kind: 'embedded', runFolder, dataDir: join(runFolder, 'template') };
}

async function removeTemplate(template: DatabaseTemplate): Promise<void> {
  if (template.kind === 'embedded') {
    rmSync(template.runFolder, { recursive: true, force: true });
  } else {
    await dropDatabase(template.url, template.name);
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  slot.__capstanTestTemplate ??= { users: 0, made: makeTemplate() };
  const shared = slot.__capstanTestTemplate;
  shared.users++;
  const template = await shared.made;
  project.provide('databaseTemplate', template);
  return async () => {
    shared.users--;
    if (shared.users > 0) return;
    delete slot.__capstanTestTemplate;
    await removeTemplate(template);
  };
}
