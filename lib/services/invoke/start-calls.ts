import { log } from '@/lib/observability/log';
import type { Runtime } from '@/lib/runtime';
import { inflight } from '../incidents/parts';

/** How long ends of cut off calls may take to be written (ms), before the ledger closes. */
const PATIENCE_MS = 3_000;

/**
 * Boot part, after the ledger and what calls go out by: when the process stops, calls that are
 * still out are cut off and their ends put on record while that is possible.
 */
export async function startCalls(runtime: Runtime): Promise<() => Promise<void>> {
  const end = () => inflight().endAll(PATIENCE_MS);
  runtime.shutdown.signal.addEventListener('abort', () => void end(), { once: true });
  return async () => {
    const left = await end();
    if (left > 0) log.warn({ calls: left }, 'calls were still out when the process stopped');
  };
}
