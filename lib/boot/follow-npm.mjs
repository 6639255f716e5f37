import { readEnv } from './child-env.mjs';

const LOOK_MS = 250;

/**
 * npm that is told to end (SIGTERM of a supervisor) ends its shell and itself, and leaves running
 * what they started. Where npm started this process, it ends as if it had been told.
 */
export function followNpm() {
  if (readEnv('npm_lifecycle_event') === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  timer.unref();
}
