import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

export type ChildOptions = {
  command: string;
  args: readonly string[];
  cwd?: string;
  env: Readonly<Record<string, string>>;
};

const POSIX = process.platform !== 'win32';
const living = new Set<ChildProcessWithoutNullStreams>();
let hooked = false;

/**
 * Exactly the environment listed. A child without PATH could not find `node` or `npx`, so one
 * that lists none gets this Node's own folder and the system's; nothing is inherited.
 */
export function childEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  if (env.PATH !== undefined) return { ...env };
  const folders = POSIX ? ['/usr/local/bin', '/usr/bin', '/bin'] : ['C:\\Windows\\System32'];
  return { ...env, PATH: [dirname(process.execPath), ...folders].join(delimiter) };
}

/** `node` is the Node that runs Capstan, wherever it is installed. */
function resolveCommand(command: string): string {
  return command === 'node' ? process.execPath : command;
}

/** To the whole group: a launcher such as npx leaves its own children behind otherwise. */
export function signalChild(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (POSIX) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // Already gone.
  }
}

/** Frameworks declare variables that every environment has; a child's has only what is listed. */
function asProcessEnv(env: Record<string, string>): NodeJS.ProcessEnv {
  return env as NodeJS.ProcessEnv;
}

/** Starts a server in a process group of its own, which dies with this process at the latest. */
export function startChild(options: ChildOptions): ChildProcessWithoutNullStreams {
  if (!hooked) {
    hooked = true;
    process.on('exit', () => {
      for (const child of living) signalChild(child, 'SIGKILL');
    });
  }
  const child = spawn(resolveCommand(options.command), [...options.args], {
    cwd: options.cwd,
    env: asProcessEnv(childEnvironment(options.env)),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: POSIX,
    shell: false,
    windowsHide: true,
  });
  living.add(child);
  child.once('exit', () => living.delete(child));
  child.once('error', () => living.delete(child));
  return child;
}

/** Ends a child politely, then less so: stdin closed, SIGTERM, SIGKILL, `graceMs` apart. */
export async function stopChild(
  child: ChildProcessWithoutNullStreams,
  graceMs: number,
): Promise<void> {
  const isGone = () => child.exitCode !== null || child.signalCode !== null || !child.pid;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const wait = () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    return Promise.race([exited, late]).finally(() => clearTimeout(timer));
  };
  if (!isGone()) {
    child.stdin.end();
    await wait();
  }
  if (!isGone()) {
    signalChild(child, 'SIGTERM');
    await wait();
  }
  if (!isGone()) {
    signalChild(child, 'SIGKILL');
    await exited;
  } else signalChild(child, 'SIGTERM');
  child.stdout.destroy();
  child.stderr.destroy();
}
