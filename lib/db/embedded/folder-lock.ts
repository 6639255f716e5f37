import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '@/lib/config/startup-error';

/**
 * One process per data folder. Two PGlites on one folder corrupt it, and Node has
 * no flock: the lock is a file that names its holder by process id and start time,
 * so a holder that was killed is recognised as gone even when its id was reused.
 * A holder on another machine (a shared volume) is judged by its heartbeat.
 */
type Holder = { pid: number; startedAt: string; host: string; token: string };

export type FolderLock = { release(): void };

const HEARTBEAT_MS = 5_000;
const FOREIGN_STALE_MS = 30_000;
const SETTLE_MS = 60;
const ATTEMPTS = 20;

function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command may hold spaces and brackets: fields count from after the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return processStartFromPs(pid);
  }
}

function processStartFromPs(pid: number): string | null {
  if (process.platform === 'linux') return null;
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

function readHolder(path: string): Holder | 'absent' | 'unreadable' {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'absent' : 'unreadable';
  }
}

function isAlive(holder: Holder, path: string): boolean {
  if (holder.host !== hostname()) {
    return Date.now() - statSync(path).mtimeMs < FOREIGN_STALE_MS;
  }
  return processStart(holder.pid) === holder.startedAt;
}

/** Puts the whole file in place at once, or answers false because one is there. */
function claim(path: string, holder: Holder): boolean {
  const draft = `${path}.${holder.token}`;
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Moves a dead holder's file aside; puts it back if another process took over first. */
function clearStale(path: string, stale: Holder | 'unreadable'): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = readHolder(aside);
  const token = typeof moved === 'object' ? moved.token : moved;
  const expected = typeof stale === 'object' ? stale.token : stale;
  try {
    if (token !== expected) linkSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * Takes the lock of a data folder.
 *
 * @throws StartupError naming the process that has it
 */
export async function lockFolder(dataDir: string, onLost: () => void): Promise<FolderLock> {
  const path = join(dataDir, 'lock');
  const me: Holder = {
    pid: process.pid,
    startedAt: processStart(process.pid) ?? 'unknown',
    host: hostname(),
    token: randomUUID(),
  };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (claim(path, me)) {
      await sleep(SETTLE_MS);
      if (isMine(path, me)) return holdLock(path, me, onLost);
      continue;
    }
    const holder = readHolder(path);
    if (holder === 'absent') continue;
    if (holder !== 'unreadable' && isAlive(holder, path)) throw lockedBy(dataDir, holder);
    clearStale(path, holder);
  }
  throw new StartupError(
    `The data folder ${dataDir} is being taken by other processes; try again, or set CAPSTAN_DATA_DIR to a folder of its own.`,
  );
}

function isMine(path: string, me: Holder): boolean {
  const holder = readHolder(path);
  return typeof holder === 'object' && holder.token === me.token;
}

function lockedBy(dataDir: string, holder: Holder): StartupError {
  const where = holder.host === hostname() ? '' : ` on ${holder.host}`;
  return new StartupError(
    `The data folder ${dataDir} is in use by process ${holder.pid}${where}: stop that one first, or set CAPSTAN_DATA_DIR to another folder.`,
  );
}

function holdLock(path: string, me: Holder, onLost: () => void): FolderLock {
  const timer = setInterval(() => {
    if (!isMine(path, me)) {
      clearInterval(timer);
      onLost();
      return;
    }
    const now = new Date();
    utimesSync(path, now, now);
  }, HEARTBEAT_MS);
  timer.unref();
  return {
    release() {
      clearInterval(timer);
      if (isMine(path, me)) rmSync(path, { force: true });
    },
  };
}
