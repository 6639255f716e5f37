import { inTransaction, type TransactionOptions, type Tx } from '@/lib/db/transaction';
import { log } from '@/lib/observability/log';
import { runtime } from '@/lib/runtime';

/** What replicas tell each other. A notice says that something changed; the reader looks again. */
export type Topics = {
  /** Capabilities, versions, bindings or providers; no ids means "anything of this tenant". */
  catalog: { tenantId: string; ids?: string[] };
  /** Agents, grants, pins, keys, profiles. */
  agents: { tenantId: string; agentId?: string };
  incidents: { epoch: string };
  approvals: { tenantId: string };
  settings: { tenantId: string };
};

/** More ids than this are not worth naming: the reader re-reads the tenant. */
const MAX_IDS = 50;

/**
 * Tells every replica after a commit. A notice that cannot be sent is logged, not thrown: the
 * change is committed, and readers also look again by themselves.
 */
export async function announce<T extends keyof Topics>(
  topic: T,
  payload: Topics[T],
): Promise<void> {
  const ids = 'ids' in payload ? payload.ids : undefined;
  const short = ids && ids.length > MAX_IDS ? { ...payload, ids: undefined } : payload;
  try {
    await runtime().db.notices.publish(topic, JSON.stringify(short));
  } catch (error) {
    log.error({ err: error, topic }, 'a notice could not be sent');
  }
}

/** `fn` in one transaction of this process's database; see {@link inTransaction}. */
export function transact<T>(fn: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T> {
  return inTransaction(runtime().db, fn, options);
}
