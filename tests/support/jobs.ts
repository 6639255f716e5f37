import type { Job } from '@/lib/jobs/jobs';

export const EVERY_SECOND = '* * * * * *';
/** For what comes with the next ticks of the clock. */
export const SOON = { timeout: 20_000, interval: 20 };

/** A job that notes the second each of its runs was for. */
export function noting(name: string): Job & { seconds: number[] } {
  const seconds: number[] = [];
  const run = async (now: Date) => {
    // A timer may ring a little early, and late on a busy machine.
    seconds.push(Math.floor(now.getTime() / 1000 + 0.25));
    return 1;
  };
  return { name, pattern: EVERY_SECOND, run, seconds };
}
