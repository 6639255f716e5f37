import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '@/lib/db/client';
import { copyReadyFolder, temporaryFolder } from '../../support/db';

let folder: ReturnType<typeof temporaryFolder>;
let dataDir: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = temporaryFolder();
  dataDir = join(folder.path, 'data');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  folder.remove();
});

const template = inject('databaseTemplate');
/** A ready database in the data folder: what is tested here is opening, not making one. */
function prepare(): void {
  if (template.kind === 'embedded') copyReadyFolder(template.dataDir, dataDir);
}

/** Starts another process on the folder and answers its first line. */
async function otherProcess(...sql: string[]): Promise<{ child: ChildProcess; line: string }> {
  const script = join('tests', 'support', 'hold-database.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir, ...sql], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [chunk] = await once(child.stdout, 'data');
  return { child, line: String(chunk).trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

describe('the data folder', () => {
  it('belongs to one process at a time', async () => {
    prepare();
    const db = await openDatabase({ dataDir, databasePool: 2 });
    const { line } = await otherProcess();
    expect(line).toContain(`The data folder ${dataDir} is in use by process ${process.pid}`);
    expect(line).toContain('CAPSTAN_DATA_DIR');
    await db.close();
    expect(readdirSync(dataDir)).toEqual(['postgres']);
  });

  it('is taken over from a process that was killed, with what it had answered', async () => {
    prepare();
    const { child, line } = await otherProcess('CREATE TABLE kept AS SELECT 42 AS answer');
    expect(line).toBe('open');
    await kill(child);
    expect(existsSync(join(dataDir, 'lock'))).toBe(true);
    const db = await openDatabase({ dataDir, databasePool: 2 });
    const { rows } = await db.pool.query('SELECT answer FROM kept');
    expect(rows).toEqual([{ answer: 42 }]);
    await db.close();
  });

  it('goes to one of several that want it after a kill', async () => {
    prepare();
    const { child } = await otherProcess();
    await kill(child);
    const lines = await Promise.all([otherProcess(), otherProcess(), otherProcess()]);
    const answers = lines.map(({ line }) => line.split(':')[0]).sort();
    expect(answers).toEqual(['open', 'refused', 'refused']);
  });

  it('made by another PostgreSQL is refused with what to do', async () => {
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(openDatabase({ dataDir, databasePool: 2 })).rejects.toThrow(
      /made by PostgreSQL 17, this build opens PostgreSQL 18: .*CAPSTAN_DATA_DIR/,
    );
    expect(existsSync(join(dataDir, 'lock'))).toBe(false);
  });

  it('that is no folder is refused with what to do', async () => {
    writeFileSync(dataDir, '');
    await expect(openDatabase({ dataDir, databasePool: 2 })).rejects.toThrow(
      /cannot be read and written \(EEXIST\)/,
    );
  });

  it('is closed to other users, and holds no way in but its files', async () => {
    prepare();
    const db = await openDatabase({ dataDir, databasePool: 2 });
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(readdirSync(dataDir).sort()).toEqual(['lock', 'postgres']);
    await db.close();
  });
});

describe('the embedded database', () => {
  it('does not stall the process while a query runs', async () => {
    prepare();
    const db = await openDatabase({ dataDir, databasePool: 2 });
    const slow = db.pool.query('SELECT count(*) FROM generate_series(1, 3000000)');
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    await slow;
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
    await db.close();
  });

  it('rolls back what a lost connection left open, and serves the others', async () => {
    prepare();
    const db = await openDatabase({ dataDir, databasePool: 2 });
    await db.pool.query('CREATE TABLE t (a int)');
    const client = await db.connectAlone('leaver');
    client.on('error', () => {});
    await client.query('BEGIN');
    await client.query('INSERT INTO t VALUES (1)');
    const waiting = db.pool.query<{ n: string }>('SELECT count(*) AS n FROM t');
    await client.end();
    expect((await waiting).rows[0]?.n).toBe('0');
    await db.close();
  });
});
