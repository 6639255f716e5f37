import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '@/lib/db/client';
import type { Job } from '@/lib/jobs/jobs';
import { Leadership } from '@/lib/jobs/leadership';
import { startJobs } from '@/lib/jobs/start-jobs';
import { createTestRuntime, type TestRuntime } from '../../support/db';
import { noting, SOON } from '../../support/jobs';

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

describe('replicas on one server', () => {
  let other: Database;
  beforeAll(async () => {
    other = await openDatabase(test.config);
  });
  afterAll(() => other?.close());

  function replicas(): [Leadership, Leadership] {
    const pair: [Leadership, Leadership] = [new Leadership(test.db), new Leadership(other)];
    stops.push(...pair.map((one) => () => one.resign()));
    return pair;
  }
  const endOf = (name: string) =>
    test.db.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = $1`,
      [name],
    );

  it('have one leader, however often they ask', async () => {
    const [one, two] = replicas();
    const answers = await Promise.all([one.isLeader(), one.isLeader()]);
    expect(answers).toEqual([true, true]);
    expect(await two.isLeader()).toBe(false);
    expect([await one.isLeader(), await two.isLeader()]).toEqual([true, false]);
  });

  it('choose one when all ask at the same moment', async () => {
    const [one, two] = replicas();
    const answers = await Promise.all([one.isLeader(), two.isLeader()]);
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  it('hand over when the leader resigns', async () => {
    const [one, two] = replicas();
    expect(await one.isLeader()).toBe(true);
    await one.resign();
    expect(await two.isLeader()).toBe(true);
    expect(await one.isLeader()).toBe(false);
  });

  it('hand over when the leader loses its connection, which then knows it leads no more', async () => {
    const [one, two] = replicas();
    expect(await one.isLeader()).toBe(true);
    await endOf('capstan-leader');
    await vi.waitFor(async () => expect(await two.isLeader()).toBe(true), SOON);
    await vi.waitFor(async () => expect(await one.isLeader()).toBe(false), SOON);
    expect(await two.isLeader()).toBe(true);
  });

  it('do no job twice, and go on with it when the leader stops', async () => {
    const [mine, theirs] = [noting('both'), noting('both')];
    const stopMine = await start(test.db, mine);
    await vi.waitFor(() => expect(mine.seconds.length).toBeGreaterThanOrEqual(1), SOON);
    await start(other, theirs);
    await vi.waitFor(() => expect(mine.seconds.length).toBeGreaterThanOrEqual(4), SOON);
    expect(theirs.seconds).toEqual([]);
    await stopMine();
    await vi.waitFor(() => expect(theirs.seconds.length).toBeGreaterThanOrEqual(2), SOON);
    const all = [...mine.seconds, ...theirs.seconds];
    expect(new Set(all).size).toBe(all.length);
  });
});
