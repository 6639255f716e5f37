import { spawn } from 'node:child_process';
import { childEnv } from './child-env.mjs';
import { ROOT } from './root.mjs';

/**
 * Runs a Node script as a child and answers its exit code. SIGINT and SIGTERM
 * are passed on, so stopping the wrapper stops the work.
 *
 * @param {string[]} args arguments for `node`
 * @param {{ env?: Record<string, string>, quiet?: boolean, command?: string }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runChild(args, { env = {}, quiet = false, command = process.execPath } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: childEnv(env),
      stdio: ['inherit', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const pass = (signal) => child.kill(signal);
    process.on('SIGINT', pass).on('SIGTERM', pass);
    const unhook = () => process.off('SIGINT', pass).off('SIGTERM', pass);
    child.once('error', (error) => {
      unhook();
      fail(error);
    });
    child.once('close', (code, signal) => {
      unhook();
      done({ code: code ?? (signal ? 1 : 0), output });
    });
  });
}
