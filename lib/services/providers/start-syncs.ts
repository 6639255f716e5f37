import { log } from '@/lib/observability/log';
import { type Runtime, runtime } from '@/lib/runtime';
import { outbound } from '../outbound';
import { type ProviderKey, syncMany, syncOne } from './sync-many';

/** A server that changes its lists again and again is read at most this often (ms). */
const QUIET_MS = 5_000;

/**
 * Boot part, after everything a sync needs: reads every reachable provider once, in the
 * background, and again whenever one says that its lists changed. Stopping ends what runs.
 */
export async function startSyncs({ config, shutdown }: Runtime): Promise<() => Promise<void>> {
  const running = new Set<Promise<unknown>>();
  const track = (work: Promise<unknown>) => {
    const tracked = work
      .catch((err) => log.error({ err }, 'syncs could not be started'))
      .finally(() => running.delete(tracked));
    running.add(tracked);
  };
  const ending = new AbortController();
  const signal = AbortSignal.any([shutdown.signal, ending.signal]);
  const follow = followChanges((provider) => track(onChange(provider)));
  const onChange = async (provider: ProviderKey) => {
    const ran = await syncOne(provider, 'schedule', signal);
    // What is running may have read the lists before they changed.
    if (!ran) follow.again(provider);
  };
  if (config.syncOnStart) {
    track(reachableProviders().then((providers) => syncMany(providers, 'start', signal)));
  }
  return async () => {
    follow.stop();
    ending.abort();
    await Promise.all(running);
  };
}

/** Providers this process has a way to reach; the others would only fail. */
async function reachableProviders(): Promise<ProviderKey[]> {
  const { targetOf } = outbound.get();
  const rows = await runtime().db.prisma.provider.findMany({
    where: { kind: 'mcp', archivedAt: null },
    orderBy: [{ lastSyncedAt: { sort: 'asc', nulls: 'first' } }, { id: 'asc' }],
  });
  return rows.filter((row) => targetOf(row) !== null).map(({ tenantId, id }) => ({ tenantId, id }));
}

/** Calls once a burst of notices of a provider is over. */
function followChanges(onQuiet: (provider: ProviderKey) => void) {
  const timers = new Map<string, NodeJS.Timeout>();
  const later = (key: string) => {
    if (timers.has(key)) return;
    const timer = setTimeout(() => {
      timers.delete(key);
      const [tenantId = '', id = ''] = key.split('/');
      onQuiet({ tenantId, id });
    }, QUIET_MS);
    timer.unref();
    timers.set(key, timer);
  };
  const off = outbound.get().sessions.onListChanged(later);
  return {
    again: ({ tenantId, id }: ProviderKey) => later(`${tenantId}/${id}`),
    stop: () => {
      off();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
