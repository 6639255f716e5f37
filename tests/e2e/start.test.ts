import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it, vi } from 'vitest';
import { startApp, startToFail, temporaryFolder } from '@/tests/support/e2e-server';

const { dataDir } = inject('e2e');
const folder = temporaryFolder();
const QUIET = {
  CAPSTAN_DEMO: 'false',
  CAPSTAN_SYNC_ON_START: 'false',
  CAPSTAN_LOG_LEVEL: 'error',
};

afterAll(() => folder.remove());

/** One line for a person: no stack, no code. */
function expectOneLine(text: string, meaning: RegExp): void {
  expect(text).toMatch(meaning);
  expect(text.split('\n')).toHaveLength(1);
}

describe('a start that cannot work ends with one clear line', () => {
  it('when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const { code, text } = await startToFail({
      ...QUIET,
      PORT: port,
      CAPSTAN_DATA_DIR: folder.path,
    });
    other.close();
    expect(code).toBe(1);
    expectOneLine(text, new RegExp(`Port ${port} on 127.0.0.1 is taken`));
  });

  it('when another process has the data folder', async () => {
    const { code, text } = await startToFail({ ...QUIET, CAPSTAN_DATA_DIR: dataDir });
    expect(code).toBe(1);
    expectOneLine(text, /used by|in use|another/i);
  });

  it('when the database cannot be reached', async () => {
    const { code, text } = await startToFail({
      ...QUIET,
      CAPSTAN_DATA_DIR: folder.path,
      CAPSTAN_SECRET: 'long enough to be taken for a secret',
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none',
    });
    expect(code).toBe(1);
    expectOneLine(text, /cannot be reached .*DATABASE_URL/);
  });

  it('when a variable is wrong', async () => {
    const { code, text } = await startToFail({
      ...QUIET,
      CAPSTAN_DATA_DIR: folder.path,
      CAPSTAN_RESOLVER: 'lucky',
    });
    expect(code).toBe(1);
    expectOneLine(text, /CAPSTAN_RESOLVER/);
  });
});

describe('a start that works', () => {
  it('ends with npm, when that is what is told to end', async () => {
    const { PATH = '', HOME = '' } = process.env;
    const dataDir = join(folder.path, 'npm');
    const npm = spawn('npm', ['start'], {
      env: {
        PATH,
        HOME,
        NODE_ENV: 'production',
        ...QUIET,
        PORT: '0',
        CAPSTAN_DATA_DIR: dataDir,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    npm.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8');
    });
    const urlOf = () => /^Capstan is ready: (\S+)$/m.exec(printed)?.[1] ?? '';
    await vi.waitFor(() => expect(urlOf()).not.toBe(''), { timeout: 60_000 });
    expect((await fetch(`${urlOf()}/api/health`)).status).toBe(200);
    npm.kill('SIGTERM');
    // The lock goes last: whoever removed it has closed the database.
    await vi.waitFor(() => expect(existsSync(join(dataDir, 'lock'))).toBe(false), {
      timeout: 20_000,
      interval: 100,
    });
    await expect(fetch(`${urlOf()}/api/health`)).rejects.toThrow();
  });

  it('ends cleanly on SIGTERM, and comes back faster', async () => {
    const first = await startApp(folder.path, QUIET);
    expect((await fetch(`${first.url}/api/health`)).status).toBe(200);
    expect(await first.stop()).toEqual({ code: 0, signal: null });

    const again = await startApp(folder.path, QUIET);
    expect((await fetch(`${again.url}/sign-in`)).status).toBe(200);
    expect(again.output()).not.toContain('Sign in with');
    expect(await again.stop()).toEqual({ code: 0, signal: null });
    process.stdout.write(
      `  first start ${first.readyMs} ms, later start ${again.readyMs} ms (aim: under 5 s)\n`,
    );
  });
});
