import { Cron } from 'croner';
import { log } from '@/lib/observability/log';
import type { Runtime } from '@/lib/runtime';
import { JOBS, type Job } from './jobs';
import { Leadership } from './leadership';

/**
 * Boot part, the last: runs the scheduled work while this process leads. A job never overlaps
 * itself, and a failing one is logged and tried again at its next time. Stopping waits for what
 * is running.
 */
export async function startJobs(
  { db }: Runtime,
  jobs: readonly Job[] = JOBS,
): Promise<() => Promise<void>> {
  const leadership = new Leadership(db);
  const running = new Set<Promise<void>>();
  let stopped = false;
  const turn = async (job: Job) => {
    if (stopped || !(await leadership.isLeader())) return;
    try {
      const done = await job.run(new Date());
      if (done > 0) log.info({ job: job.name, done }, 'job');
    } catch (err) {
      log.error({ err, job: job.name }, 'a job failed; it runs again at its next time');
    }
  };
  const crons = jobs.map(
    (job) =>
      new Cron(job.pattern, { protect: true, unref: true }, async () => {
        const run = turn(job);
        running.add(run);
        await run.finally(() => running.delete(run));
      }),
  );
  return async () => {
    stopped = true;
    for (const cron of crons) cron.stop();
    await Promise.all(running);
    await Promise.all(jobs.map((job) => job.settled?.()));
    await leadership.resign();
  };
}
