import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Dotted path into the value (`items[2].name`, the root is empty) and a message that names the fix. */
export type SchemaError = { path: string; message: string };
export type SchemaJob = {
  op: 'compile' | 'validate';
  key: string;
  schema: unknown;
  value?: unknown;
};
export type SchemaReply =
  | { ok: true; valid?: boolean; errors?: SchemaError[]; fallbacks?: string[] }
  | { ok: false; reason: string; timeout?: boolean };

type WorkerMessage =
  | { ready: true }
  | ({ ready?: undefined; id: number; missing?: boolean } & SchemaReply);
type Pending = SchemaJob & {
  id: number;
  deadlineMs: number;
  resolve: (reply: SchemaReply) => void;
};

export type SchemaWorkerOptions = {
  workerFile?: string;
  memoryMb?: number;
  /** Milliseconds, 5,000 by default: for a job that brings a schema not yet compiled. */
  compileMs?: number;
};

/** For a thread to load; not charged to anybody's deadline. */
const START_MS = 30_000;

/**
 * One worker thread that answers in order, so the deadline can be the head's alone: a job
 * waits its turn for free and is charged only for its own work. A head that outlives its
 * deadline is answered TIMEOUT, the thread is ended, and those behind it go to a new one.
 */
export class SchemaWorker {
  readonly #queue: Pending[] = [];
  readonly #known = new Set<string>();
  #worker: Worker | null = null;
  #timer: NodeJS.Timeout | null = null;
  #nextId = 1;
  #closed = false;
  #ready = false;
  /** How many threads were ended for being stuck or having died. */
  restarts = 0;

  constructor(private readonly options: SchemaWorkerOptions = {}) {}

  run(job: SchemaJob, deadlineMs: number): Promise<SchemaReply> {
    if (this.#closed) {
      return Promise.resolve({ ok: false, reason: 'The schema checker is shutting down.' });
    }
    return new Promise((resolve) => {
      const pending = { ...job, id: this.#nextId++, deadlineMs, resolve };
      this.#queue.push(pending);
      this.#post(pending);
      if (this.#queue.length === 1) this.#arm();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#disarm();
    for (const pending of this.#queue.splice(0)) {
      pending.resolve({ ok: false, reason: 'The schema checker is shutting down.' });
    }
    await this.#retire()?.terminate();
  }

  #start(): Worker {
    // A path made at run time: a bundler must not try to pull the worker in.
    const file =
      this.options.workerFile ??
      join(/* turbopackIgnore: true */ process.cwd(), 'lib', 'adapters', 'schema', 'worker.mjs');
    const worker = new Worker(/* turbopackIgnore: true */ file, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.options.memoryMb ?? 256 },
    });
    worker.unref();
    worker.on('message', (message: WorkerMessage) => this.#answered(worker, message));
    worker.on('error', (error) => this.#died(worker, error.message));
    worker.on('exit', (code) => this.#died(worker, `the checker ended with code ${code}`));
    this.#worker = worker;
    this.#ready = false;
    this.#known.clear();
    return worker;
  }

  #post(pending: Pending): void {
    const worker = this.#worker ?? this.#start();
    const { id, op, key, value } = pending;
    const isKnown = this.#known.has(key);
    const schema = isKnown ? undefined : pending.schema;
    if (!isKnown)
      pending.deadlineMs = Math.max(pending.deadlineMs, this.options.compileMs ?? 5_000);
    this.#known.add(key);
    worker.postMessage({ id, op, key, schema, value });
    // Held open while someone waits, and only then.
    worker.ref();
  }

  #answered(worker: Worker, message: WorkerMessage): void {
    if (worker !== this.#worker) return;
    if (message.ready) {
      this.#ready = true;
      this.#disarm();
      this.#arm();
      return;
    }
    if (this.#queue[0]?.id !== message.id) return;
    const head = this.#queue.shift();
    this.#disarm();
    if (head && message.missing) {
      // The thread forgot this schema; ask again with it, behind those already posted.
      this.#known.delete(head.key);
      const again = { ...head, id: this.#nextId++ };
      this.#queue.push(again);
      this.#post(again);
    } else head?.resolve(message);
    if (this.#queue.length > 0) this.#arm();
    else worker.unref();
  }

  #arm(): void {
    const head = this.#queue[0];
    if (!head) return;
    // An answer may already wait behind a busy main thread: look once more before ending it.
    const expire = () => setImmediate(() => setImmediate(() => this.#expired(head)));
    this.#timer = setTimeout(expire, this.#ready ? head.deadlineMs : START_MS);
  }

  #disarm(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #expired(head: Pending): void {
    if (this.#queue[0] !== head) return;
    this.#queue.shift();
    head.resolve({
      ok: false,
      timeout: true,
      reason: `The check did not end within ${head.deadlineMs} ms.`,
    });
    void this.#retire()?.terminate();
    this.#resume();
  }

  #died(worker: Worker, reason: string): void {
    if (worker !== this.#worker) return;
    this.#disarm();
    this.#retire();
    this.#queue.shift()?.resolve({ ok: false, reason: `The check failed: ${reason}.` });
    this.#resume();
  }

  #retire(): Worker | null {
    const worker = this.#worker;
    this.#worker = null;
    if (worker && !this.#closed) this.restarts += 1;
    return worker;
  }

  #resume(): void {
    for (const pending of this.#queue) this.#post(pending);
    if (this.#queue.length > 0) this.#arm();
  }
}
