import { Worker } from 'node:worker_threads';
import type { JsonObject } from '@/lib/core/shared/json';

export type RivalAnswer =
  | { removals: boolean; additions: boolean }
  | { failed: string }
  | { late: true };

/** json-schema-diff in a worker of its own: some pairs would keep it busy for ever. */
export class Rival {
  private worker: Worker | null = null;
  private readonly deadlineMs: number;

  constructor(deadlineMs: number) {
    this.deadlineMs = deadlineMs;
  }

  async ask(sourceSchema: JsonObject, destinationSchema: JsonObject): Promise<RivalAnswer> {
    this.worker ??= new Worker(new URL('./rival-worker.mjs', import.meta.url));
    const { worker } = this;
    const answer = await new Promise<RivalAnswer>((resolve) => {
      const timer = setTimeout(() => resolve({ late: true }), this.deadlineMs);
      worker.once('message', (message: RivalAnswer) => {
        clearTimeout(timer);
        resolve(message);
      });
      worker.postMessage({ sourceSchema, destinationSchema });
    });
    if ('late' in answer) await this.close();
    return answer;
  }

  async close(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    worker?.removeAllListeners();
    await worker?.terminate();
  }
}
