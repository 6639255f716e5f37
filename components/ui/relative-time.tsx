'use client';

import { useSyncExternalStore } from 'react';
import { cn } from './cn';
import { formatRelative, formatShortUtc, formatUtc } from './time';

/** One clock for the page: a table of two hundred times needs one timer. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const notify of listeners) notify();
  }, 10_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    now = 0;
  };
}

function read(): number | null {
  if (now === 0) now = Date.now();
  return now;
}

const readOnServer = () => null;

/** Whether a moment is over, kept up to date while the page is open. Never, for no moment. */
export function useHasPassed(at: string | null): boolean {
  const time = at === null ? Number.POSITIVE_INFINITY : Date.parse(at);
  return useSyncExternalStore(
    subscribe,
    () => time <= (read() ?? 0),
    () => time <= Date.now(),
  );
}

/**
 * "3 min. ago", exact time on hover. The server sends the absolute time in UTC, so that nothing
 * differs on hydration; the browser makes it relative.
 */
export function RelativeTime(props: { at: Date | string | number; className?: string }) {
  const clock = useSyncExternalStore<number | null>(subscribe, read, readOnServer);
  const date = new Date(props.at);
  const time = date.getTime();
  if (Number.isNaN(time)) return null;
  const exact = formatUtc(time);
  const title =
    clock === null
      ? exact
      : `${exact}\n${date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'long' })}`;
  return (
    <time
      dateTime={date.toISOString()}
      title={title}
      className={cn('whitespace-nowrap', props.className)}
    >
      {clock === null ? formatShortUtc(time) : formatRelative(time, clock)}
    </time>
  );
}
