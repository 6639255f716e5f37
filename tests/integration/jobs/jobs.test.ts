import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '@/lib/db/client';
import type { Job } from '@/lib/jobs/jobs';
import { Leadership } from '@/lib/jobs/leadership';
import { startJobs } from '@/lib/jobs/start-jobs';
import { log } from '@/lib/observability/log';
import { createTestRuntime, type TestRuntime } from '../../support/db';
import { EVERY_SECOND, noting, SOON } from '../../support/jobs';

let test: TestRuntime;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  test = await createTestRuntime();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(() => test?.cleanup());

async function start(db: Database, ...jobs: Job[]): Promise<() => Promise<void>> {
  const stop = await startJobs({ ...test.runtime, db }, jobs);
  stops.push(stop);
  return stop;
}

describe('scheduled work', () => {
  it('runs once at its time, and no more once stopped', async () => {
    const job = noting('once');
    const stop = await start(test.db, job);
    await vi.waitFor(() => expect(job.seconds.length).toBeGreaterThanOrEqual(3), SOON);
    await stop();
    expect(new Set(job.seconds).size).toBe(job.seconds.length);
    const runs = job.seconds.length;
    const later = noting('later');
    await start(test.db, later);
    await vi.waitFor(() => expect(later.seconds.length).toBeGreaterThanOrEqual(2), SOON);
    expect(job.seconds).toHaveLength(runs);
  });

  it('never overlaps itself, and stopping waits for what is running', async () => {
    let running = 0;
    let most = 0;
    let begun = 0;
    let finish: (() => void) | undefined;
    const slow: Job = {
      name: 'slow',
      pattern: EVERY_SECOND,
      async run() {
        begun += 1;
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        running -= 1;
        return 0;
      },
    };
    const beside = noting('beside');
    const stop = await start(test.db, slow, beside);
    await vi.waitFor(() => expect(begun).toBe(1), SOON);
    const from = beside.seconds.length;
    await vi.waitFor(() => expect(beside.seconds.length).toBeGreaterThan(from + 1), SOON);
    expect([begun, most]).toEqual([1, 1]);
    let stopped = false;
    const stopping = stop().then(() => {
      stopped = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(stopped).toBe(false);
    finish?.();
    await stopping;
    expect(running).toBe(0);
  });

  it('that fails is logged and tried again at its next time', async () => {
    const said = vi.spyOn(log, 'error').mockImplementation(() => undefined);
    let runs = 0;
    const failing: Job = {
      name: 'failing',
      pattern: EVERY_SECOND,
      async run() {
        runs += 1;
        throw new Error('not today');
      },
    };
    await start(test.db, failing);
    await vi.waitFor(() => expect(runs).toBeGreaterThanOrEqual(2), SOON);
    expect(said.mock.calls[0]?.[0]).toMatchObject({
      job: 'failing',
      err: { message: 'not today' },
    });
    said.mockRestore();
  });
});

describe('a process alone with its database', () => {
  it('leads', async () => {
    expect(await new Leadership(test.db).isLeader()).toBe(true);
  });
});
