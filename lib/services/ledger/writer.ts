import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/lib/observability/log';
import { metrics } from '@/lib/observability/metrics';
import type { KillSet } from '../incidents/kill-set';
import type { OwnConnection } from '../replicas/own-connection';
import { type ChainHead, chainFrom, GENESIS } from './chain';
import { flush, storable, type Untaken } from './flush';
import type { EndRecord, LedgerWriter, StartOutcome, StartRecord, StoppedBy } from './records';
import { endColumns, startColumns } from './rows';
import { READ_HEAD, READ_PRESENT } from './sql';
import { codeOf, isAnswer, isHopeless, unavailable, unrecorded } from './write-failure';

/** Records of one flush: keeps statements small and savepoints below PostgreSQL's cache of 64. */
const BATCH = 50;
const ATTEMPTS = 6;
/** Until ends that could not be written are tried again (ms), and how many are remembered. */
const SETTLE_MS = 5_000;
const MOST_OWED = 10_000;

type Settle<T> = { resolve: (value: T) => void; reject: (error: unknown) => void };
type StartJob = { kind: 'start'; record: StartRecord } & Settle<StartOutcome>;
type EndJob = { kind: 'end'; record: EndRecord } & Settle<void>;
type Job = StartJob | EndJob;

type Parts = {
  writerId: string;
  connection: OwnConnection;
  killSet: KillSet;
  /** The install's digest key, which the chain is keyed with. */
  key: Uint8Array;
  /** 5,000 by default. */
  settleMs?: number;
};

/**
 * The ledger writer of one process. Records that arrive while a flush runs go into the next one
 * together; one flush runs at a time, so that the chain is a line. The head moves only when a
 * commit is known; when its outcome is not, the head is read back from the database.
 */
export class GroupCommitWriter implements LedgerWriter {
  readonly writerId: string;
  #head: ChainHead = GENESIS;
  #headKnown = true;
  #queue: Job[] = [];
  #running: Promise<void> | null = null;
  #closed = false;
  readonly #owed = new Map<string, EndRecord>();
  #settling: NodeJS.Timeout | null = null;

  constructor(private readonly parts: Parts) {
    this.writerId = parts.writerId;
  }

  start(record: StartRecord): Promise<StartOutcome> {
    return timed(
      'start',
      new Promise((resolve, reject) => {
        this.#push({ kind: 'start', record, resolve, reject });
      }),
    );
  }

  end(record: EndRecord): Promise<void> {
    return timed(
      'end',
      new Promise((resolve, reject) => {
        this.#push({ kind: 'end', record, resolve, reject });
      }),
    );
  }

  /** The last link known to be committed. */
  head(): ChainHead {
    return this.#head;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#settling) clearTimeout(this.#settling);
    while (this.#running) await this.#running;
    await this.parts.connection.close();
  }

  #push(job: Job): void {
    if (this.#closed) {
      job.reject(failureOf(job, 'the server is stopping'));
      return;
    }
    this.#queue.push(job);
    this.#running ??= this.#drain();
  }

  async #drain(): Promise<void> {
    // Lets the calls of this turn of the event loop join the first flush.
    await Promise.resolve();
    try {
      while (this.#queue.length > 0) await this.#write(this.#take());
    } finally {
      // In the same turn as the last look at the queue: a record pushed a moment later must not
      // find a drain that has looked already.
      this.#running = null;
    }
  }

  /** The next batch; a record that is there twice waits for its first to be decided. */
  #take(): Job[] {
    const seen = new Set<string>();
    const batch: Job[] = [];
    const rest: Job[] = [];
    for (const job of this.#queue) {
      const key = `${job.kind} ${job.record.invocationId}`;
      if (batch.length < BATCH && !seen.has(key)) batch.push(job);
      else rest.push(job);
      seen.add(key);
    }
    this.#queue = rest;
    return batch;
  }

  async #write(batch: Job[]): Promise<void> {
    let jobs = batch;
    let failure: unknown;
    for (let attempt = 1; attempt <= ATTEMPTS && jobs.length > 0; attempt += 1) {
      try {
        if (!this.#headKnown) jobs = await this.#lookAgain(jobs);
        jobs = this.#refuseStopped(jobs);
        if (jobs.length === 0 || (await this.#flush(jobs))) return;
        await this.parts.killSet.reload();
      } catch (error) {
        failure = error;
        this.#headKnown = false;
        await this.#recover(error);
        const hopeless = isHopeless(error);
        if (jobs.length > 1 && (hopeless || attempt > 1)) {
          // One record the database cannot take must not take the others with it.
          for (const job of jobs) await this.#write([job]);
          return;
        }
        if (hopeless) break;
        if (attempt > 1) await sleep(25 * 2 ** attempt);
      }
    }
    if (jobs.length === 0) return;
    log.error({ ...codeOf(failure), records: jobs.length }, 'ledger records were not taken');
    for (const job of jobs) {
      if (job.kind === 'end' && !isHopeless(failure)) this.#owe(job.record);
      job.reject(failureOf(job, 'the ledger cannot be written now'));
    }
  }

  /** An end nobody waits for any more is tried again until it is in; a restart makes it UNKNOWN. */
  #owe(record: EndRecord): void {
    if (this.#owed.size >= MOST_OWED) return;
    this.#owed.set(record.invocationId, record);
    this.#settling ??= setTimeout(() => {
      this.#settling = null;
      const owed = [...this.#owed.values()];
      this.#owed.clear();
      if (this.#closed) return;
      for (const record of owed) {
        this.#push({ kind: 'end', record, resolve: () => {}, reject: () => {} });
      }
    }, this.parts.settleMs ?? SETTLE_MS);
    this.#settling.unref();
  }

  /** An answer of the server leaves the connection good; anything else leaves nothing to rely on. */
  async #recover(error: unknown): Promise<void> {
    const { connection } = this.parts;
    if (!isAnswer(error)) return connection.close();
    await connection.query('ROLLBACK').catch(() => connection.close());
  }

  /** False when the epoch moved and nothing was written. */
  async #flush(jobs: Job[]): Promise<boolean> {
    const ends = jobs.filter((job) => job.kind === 'end');
    const starts = jobs.filter((job) => job.kind === 'start');
    const batch = {
      ends: ends.map(({ record }) => ({ record, columns: storable(endColumns(record)) })),
      starts: starts.map(({ record }) => ({ record, columns: storable(startColumns(record)) })),
    };
    const { connection, killSet, key } = this.parts;
    const chainOf = () => chainFrom(this.#head, this.writerId, key);
    const { result, chain } = await flush(connection, batch, chainOf, killSet.epoch);
    if (result.kind === 'epoch-moved') return false;
    this.#head = chain.head();
    for (const job of ends) job.resolve();
    for (const job of starts) {
      job.resolve(outcomeOf(result.untaken.get(job.record)));
    }
    return true;
  }

  /** Answers the starts an open incident covers, and leaves the rest. */
  #refuseStopped(jobs: Job[]): Job[] {
    return jobs.filter((job) => {
      if (job.kind === 'end' || job.record.refused) return true;
      const stoppedBy = this.#stoppedBy(job.record);
      if (!stoppedBy) return true;
      job.resolve({ started: false, stoppedBy });
      return false;
    });
  }

  #stoppedBy(record: StartRecord): StoppedBy | null {
    const providerTenant = record.providerTenantId ?? record.capabilityTenantId;
    const incident = this.parts.killSet.check({
      tenantId: record.tenantId,
      agent: record.agentId,
      capability: { tenantId: record.capabilityTenantId, id: record.capabilityId },
      providers: record.providerId ? [{ tenantId: providerTenant, id: record.providerId }] : [],
      backendIds: record.backendId ? [record.backendId] : [],
    });
    if (!incident) return null;
    const { incidentId, kind, id, reason } = incident;
    return { incidentId, targetKind: kind, targetId: id, reason };
  }

  /**
   * After a failure: where the chain ends now, and which of the records are in after all. Those
   * are answered; a record that was ended already, as UNKNOWN, is left as it stands.
   */
  async #lookAgain(jobs: Job[]): Promise<Job[]> {
    const { connection } = this.parts;
    const idsOf = (kind: Job['kind']) =>
      jobs.filter((job) => job.kind === kind).map((job) => job.record.invocationId);
    const present = await connection.query<{ kind: Job['kind']; invocation_id: string }>(
      READ_PRESENT,
      [idsOf('start'), idsOf('end')],
    );
    const head = await connection.query<{ seq: string; hash: string }>(READ_HEAD, [this.writerId]);
    const last = head.rows[0];
    this.#head = last ? { seq: BigInt(last.seq), hash: last.hash } : GENESIS;
    this.#headKnown = true;
    const found = new Set(present.rows.map((row) => `${row.kind} ${row.invocation_id}`));
    return jobs.filter((job) => {
      if (!found.has(`${job.kind} ${job.record.invocationId}`)) return true;
      if (job.kind === 'end') job.resolve();
      else job.resolve({ started: true });
      return false;
    });
  }
}

function failureOf({ kind, record }: Job, why: string) {
  return kind === 'start' ? unavailable(why) : unrecorded(why, record.invocationId);
}

function outcomeOf(untaken: Untaken | undefined): StartOutcome {
  if (untaken === undefined) return { started: true };
  if (untaken === 'over-limit') return { started: false, overLimit: true };
  return { started: false, failedStatement: untaken };
}

async function timed<T>(record: 'start' | 'end', written: Promise<T>): Promise<T> {
  const began = performance.now();
  const outcome = await written;
  metrics().observeLedger(record, performance.now() - began);
  return outcome;
}
