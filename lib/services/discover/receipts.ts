import type { Json } from '@/lib/core/shared/json';
import type { Database } from '@/lib/db/client';
import { toServiceError } from '@/lib/db/errors';
import { log } from '@/lib/observability/log';
import { runtimePart } from '@/lib/runtime';
import { isServiceError, ServiceError } from '../errors';
import { storable } from '../ledger/flush';

export type Receipt = {
  id: string;
  tenantId: string;
  agentId: string;
  userId: string | null;
  query: string;
  purpose: string;
  request: Json;
  preset: string;
  counts: Json;
  chosen: Json;
  hidden: Json;
  cut: Json;
  warnings: Json;
  tokensFull: number;
  tokensSent: number;
  stageMs: Json;
  createdAt: Date;
};

const INSERT = {
  name: 'receipts_insert',
  text: `INSERT INTO receipts (tenant_id, id, agent_id, user_id, query, purpose, request, preset,
      counts, chosen, hidden, cut, warnings, tokens_full, tokens_sent, stage_ms, created_at)
    SELECT tenant_id, id, agent_id, user_id, query, purpose, request, preset, counts, chosen,
      hidden, cut, warnings, tokens_full, tokens_sent, stage_ms, created_at
    FROM jsonb_to_recordset($1::jsonb) AS r(tenant_id text, id text, agent_id text, user_id text,
      query text, purpose text, request jsonb, preset text, counts jsonb, chosen jsonb,
      hidden jsonb, cut jsonb, warnings jsonb, tokens_full int, tokens_sent int, stage_ms jsonb,
      created_at timestamptz)`,
};

type Waiting = { receipt: Receipt; resolve: () => void; reject: (error: unknown) => void };
const BATCH = 200;

/**
 * Writes receipts in groups: those that arrive while one statement runs go into the next
 * together. Resolved once committed, so that an answer always has its receipt.
 */
export class ReceiptWriter {
  #queue: Waiting[] = [];
  #running = false;

  constructor(private readonly db: Pick<Database, 'pool'>) {}

  write(receipt: Receipt): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ receipt, resolve, reject });
      if (!this.#running) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#running = true;
    while (this.#queue.length > 0) {
      await this.#write(this.#queue.splice(0, BATCH));
    }
    this.#running = false;
  }

  async #write(group: readonly Waiting[]): Promise<void> {
    try {
      const rows = group.map(({ receipt }) => storable(toColumns(receipt)));
      await this.db.pool.query({ ...INSERT, values: [JSON.stringify(rows)] });
      for (const { resolve } of group) resolve();
    } catch (error) {
      log.error({ err: error, receipts: group.length }, 'receipts could not be written');
      // One receipt the database cannot hold must not take the others with it.
      if (group.length > 1 && isRefusedValue(error)) {
        for (const one of group) await this.#write([one]);
        return;
      }
      const failure = new ServiceError('UNAVAILABLE', 'The receipt could not be written.', {
        retryAfter: 1,
      });
      for (const { reject } of group) reject(failure);
    }
  }
}

/** The rows are at fault, and not the database: others may still go in. */
function isRefusedValue(error: unknown): boolean {
  const known = toServiceError(error);
  return isServiceError(known) && known.code !== 'UNAVAILABLE' && known.code !== 'TIMEOUT';
}

function toColumns(receipt: Receipt): Record<string, Json> {
  return {
    tenant_id: receipt.tenantId,
    id: receipt.id,
    agent_id: receipt.agentId,
    user_id: receipt.userId,
    query: receipt.query,
    purpose: receipt.purpose,
    request: receipt.request,
    preset: receipt.preset,
    counts: receipt.counts,
    chosen: receipt.chosen,
    hidden: receipt.hidden,
    cut: receipt.cut,
    warnings: receipt.warnings,
    tokens_full: receipt.tokensFull,
    tokens_sent: receipt.tokensSent,
    stage_ms: receipt.stageMs,
    created_at: receipt.createdAt.toISOString(),
  };
}

export const receiptWriter = runtimePart<ReceiptWriter>('receipt-writer');
