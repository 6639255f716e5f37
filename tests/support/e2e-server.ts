import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START_MS = 240_000;
const STOP_MS = 20_000;

export type Ended = { code: number | null; signal: NodeJS.Signals | null };

/** The real server, pages and all, as `npm start` leaves it running. */
export type AppServer = {
  url: string;
  dataDir: string;
  /** From the start of the process to the line that says it is ready (ms). */
  readyMs: number;
  /** Everything it printed so far, both streams. */
  output(): string;
  /** SIGTERM; resolves with how it ended. Kills what does not end. */
  stop(): Promise<Ended>;
};

type Spawned = {
  child: ChildProcess;
  /** Everything it printed so far, and what of it came as an error. */
  printed: { all: string; errors: string };
  ended: Promise<Ended>;
};

function spawnServer(env: Record<string, string>): Spawned {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const child = spawn(process.execPath, ['server.mjs'], {
    cwd: ROOT,
    env: { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}), NODE_ENV: 'production', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { all: '', errors: '' };
  child.stdout?.on('data', (chunk: Buffer) => {
    printed.all += chunk.toString('utf8');
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    printed.all += chunk.toString('utf8');
    printed.errors += chunk.toString('utf8');
  });
  const ended = once(child, 'close').then(
    (): Ended => ({ code: child.exitCode, signal: child.signalCode }),
  );
  return { child, printed, ended };
}

/** A folder of its own under the temporary one, and what removes it. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'capstan-e2e-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * Starts the built server on a free port and waits until it serves.
 *
 * @throws when it ends or stays silent instead; the message holds what it printed
 */
export async function startApp(dataDir: string, env: Record<string, string>): Promise<AppServer> {
  const began = performance.now();
  const { child, printed, ended } = spawnServer({ CAPSTAN_DATA_DIR: dataDir, ...env });
  const readyLine = async () => {
    for (;;) {
      const url = /^Capstan is ready: (\S+)$/m.exec(printed.all)?.[1];
      if (url) return url;
      if (performance.now() - began > START_MS) return null;
      await sleep(20);
    }
  };
  const url = await Promise.race([readyLine(), ended.then(() => null)]);
  if (url === null) {
    child.kill('SIGKILL');
    throw new Error(`The server did not start:\n${printed.all}`);
  }
  const readyMs = Math.round(performance.now() - began);
  const stop = async () => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const how = await ended;
    clearTimeout(timer);
    return how;
  };
  return { url, dataDir, readyMs, output: () => printed.all, stop };
}

/** Starts a server that is expected not to come up: how it ended, and the error it printed. */
export async function startToFail(env: Record<string, string>): Promise<Ended & { text: string }> {
  const { child, printed, ended } = spawnServer(env);
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
  const how = await ended;
  clearTimeout(timer);
  return { ...how, text: printed.errors.trim() };
}

export type Credentials = { email: string; password: string };

/** The first admin and reviewer, from the file that the first start left. */
export function readFirstSignIn(dataDir: string): { admin: Credentials; reviewer: Credentials } {
  const text = readFileSync(join(dataDir, 'first-sign-in.txt'), 'utf8');
  const of = (role: string): Credentials => {
    const found = new RegExp(`${role}: (\\S+)\\s+(\\S+)`).exec(text);
    if (!found?.[1] || !found[2]) throw new Error(`first-sign-in.txt names no ${role}.`);
    return { email: found[1], password: found[2] };
  };
  return { admin: of('admin'), reviewer: of('reviewer') };
}
