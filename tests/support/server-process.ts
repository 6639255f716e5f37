import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bootRuntime } from '@/lib/boot/boot';
import { buildApp } from '@/lib/http/app';
import { listen } from './listener';

/** A whole server without its pages, in a process of its own that may be killed. */
export type ServerProcess = {
  url: string;
  pid: number;
  /** `kill -9`, and resolves when it is dead. */
  kill(): Promise<void>;
  /** SIGTERM: closes everything. */
  stop(): Promise<void>;
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const QUIET: Record<string, string> = {
  CAPSTAN_BASE_URL: 'http://127.0.0.1:3000',
  CAPSTAN_DEMO: 'false',
  CAPSTAN_SYNC_ON_START: 'false',
  CAPSTAN_LOG_LEVEL: 'error',
  CAPSTAN_EGRESS_ALLOW: '127.0.0.0/8',
};

/**
 * Starts one on a data folder or a database, by the environment given, and waits until it serves.
 * @param emptyRoute also answers `GET /empty` with nothing behind it, to measure against
 */
export async function startServerProcess(
  env: Record<string, string>,
  emptyRoute = false,
): Promise<ServerProcess> {
  const args = [
    '--import',
    'tsx',
    fileURLToPath(import.meta.url),
    ...(emptyRoute ? ['empty'] : []),
  ];
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}), NODE_ENV: 'production', ...QUIET, ...env },
    // Its input ends with whoever started it, and so does it.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const url = await readUrl(child);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return { url, pid: child.pid ?? 0, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

async function readUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout || !child.stderr) throw new Error('The process has no output.');
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString('utf8')).slice(-4_000);
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('ready ')) continue;
    // Keep the pipe empty, or the process stops at its next line.
    child.stdout.resume();
    return line.slice('ready '.length);
  }
  throw new Error(`The server did not start:\n${errors}`);
}

async function serve(): Promise<void> {
  const runtime = await bootRuntime();
  const app = buildApp();
  if (process.argv[2] === 'empty') app.get('/empty', (c) => c.json({ status: 'ok' }));
  runtime.fetch = (request) => app.fetch(request);
  const listener = await listen(runtime.fetch);
  process.on('SIGTERM', async () => {
    await listener.close();
    await runtime.stop();
    process.exit(0);
  });
  process.stdin.on('close', () => process.exit(0)).resume();
  process.stdout.write(`ready ${listener.url}\n`);
}

const [, script] = process.argv;
if (script && import.meta.url === pathToFileURL(script).href) {
  serve().catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
}
