import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../lib/cli/capstan.mjs', import.meta.url));

export type Ran = { code: number | null; out: string; err: string };

/** Runs the command as a shell would, in a process of its own. */
export async function capstan(
  args: string[],
  env: Record<string, string> = {},
  cwd?: string,
): Promise<Ran> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH, HOME, NODE_ENV: 'test', ...env },
    ...(cwd ? { cwd } : {}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ran: Ran = { code: null, out: '', err: '' };
  child.stdout.on('data', (data) => {
    ran.out += data;
  });
  child.stderr.on('data', (data) => {
    ran.err += data;
  });
  ran.code = await new Promise((resolve) => child.on('close', resolve));
  return ran;
}
