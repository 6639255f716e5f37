import { log } from '@/lib/observability/log';
import { runtime } from '@/lib/runtime';
import { systemContext } from '../context';
import { isServiceError } from '../errors';
import { syncProvider } from './sync-provider';
import type { SyncTrigger } from './sync-record';

/** Syncs of the server's own at once: a slow server must not hold up all the others. */
const AT_ONCE = 2;

export type ProviderKey = { tenantId: string; id: string };

/**
 * Syncs providers by the server itself, two at a time. One that fails says so on its record and
 * never keeps the others; one that somebody is syncing already is left to them.
 */
export async function syncMany(
  providers: readonly ProviderKey[],
  trigger: SyncTrigger,
  signal: AbortSignal = runtime().shutdown.signal,
): Promise<void> {
  const waiting = [...providers];
  const worker = async () => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
      await syncOne(next, trigger, signal);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Answers false when another sync of it was running. */
export async function syncOne(
  { tenantId, id }: ProviderKey,
  trigger: SyncTrigger,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const ctx = { ...systemContext('sync', tenantId), signal };
    await syncProvider({ ctx, input: { id, trigger } });
    return true;
  } catch (err) {
    if (isServiceError(err) && err.code === 'CONFLICT') return false;
    if (!signal.aborted) log.error({ err, provider: id }, 'a sync by the server could not run');
    return true;
  }
}
