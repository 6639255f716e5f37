'use client';

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import type { SyncView } from '@/lib/schemas/providers';
import { outcomeText } from './sync-text';
import type { SyncActions } from './types';

/** How often a running sync is looked at (ms). */
const LOOK_EVERY_MS = 1_000;

type Syncs = {
  /** What is known of a provider's newest sync; `shown` is what the page came with. */
  of: (provider: string, shown: SyncView | null) => SyncView | null;
  isStarting: (provider: string) => boolean;
  start: (providers: readonly string[]) => void;
};

const SyncsContext = createContext<Syncs | null>(null);

export function useSyncs(): Syncs {
  const syncs = useContext(SyncsContext);
  if (!syncs) throw new Error('useSyncs belongs inside <SyncsProvider>.');
  return syncs;
}

type Props = SyncActions & {
  /** The newest sync of each provider on the page. */
  shown: readonly SyncView[];
  children: ReactNode;
};

/** Starts syncs and follows those that run, whoever started them, until they are done. */
export function SyncsProvider({ shown, onSync, onRead, children }: Props) {
  const { refresh } = useNavigation();
  const [known, setKnown] = useState<ReadonlyMap<string, SyncView>>(new Map());
  const [starting, setStarting] = useState<ReadonlySet<string>>(new Set());
  const running = useMemo(
    () =>
      [...new Map([...shown, ...known.values()].map((sync) => [sync.id, sync])).values()]
        .filter((sync) => sync.status === 'RUNNING')
        .map((sync) => sync.id)
        .join(' '),
    [shown, known],
  );

  const take = useCallback((syncs: readonly SyncView[]) => {
    setKnown(
      (before) => new Map([...before, ...syncs.map((sync) => [sync.provider, sync] as const)]),
    );
  }, []);

  useEffect(() => {
    if (running === '') return;
    const ids = running.split(' ').slice(0, 50);
    let current = true;
    const timer = setInterval(async () => {
      const result = await onRead({ ids }).catch(() => null);
      if (!current || !result?.ok) return;
      take(result.data);
      const ended = result.data.filter((sync) => sync.status !== 'RUNNING');
      for (const sync of ended) tell(sync);
      if (ended.length > 0) refresh();
    }, LOOK_EVERY_MS);
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [running, onRead, take, refresh]);

  const start = useCallback(
    async (providers: readonly string[]) => {
      setStarting((before) => new Set([...before, ...providers]));
      for (const id of providers) {
        const result = await onSync({ id }).catch(() => null);
        if (result?.ok) take([result.data]);
        else
          notify.error(`${id}: ${result?.error.message ?? 'Capstan did not answer. Try again.'}`);
        setStarting((before) => new Set([...before].filter((other) => other !== id)));
      }
    },
    [onSync, take],
  );

  const value = useMemo<Syncs>(
    () => ({
      of: (provider, was) => newer(known.get(provider) ?? null, was),
      isStarting: (provider) => starting.has(provider),
      start,
    }),
    [known, starting, start],
  );
  return <SyncsContext value={value}>{children}</SyncsContext>;
}

/** Ids grow with time; of one sync, the state that has ended is the later one. */
function newer(a: SyncView | null, b: SyncView | null): SyncView | null {
  if (!a || !b) return a ?? b;
  if (a.id !== b.id) return a.id > b.id ? a : b;
  return a.ended_at ? a : b.ended_at ? b : a;
}

function tell(sync: SyncView): void {
  const text = outcomeText(sync);
  if (sync.status === 'FAILED')
    notify.error(`Sync of ${sync.provider} failed`, { description: text });
  else notify.success(`Synced ${sync.provider}`, { description: text });
}
