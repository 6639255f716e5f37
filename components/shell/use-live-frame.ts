'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { useCurrentPath } from '@/components/ui/navigation';
import type { FrameLive } from './types';

const RENEW_MS = 10_000;

/**
 * What the server rendered around the page, and what became of it since: the frame is not rendered
 * again when a link is followed. Asked again on every navigation, when the window comes to the
 * front, and every ten seconds while it is in sight. Without an answer the last one stays.
 */
export function useLiveFrame(rendered: FrameLive): FrameLive {
  const path = useCurrentPath();
  const [live, setLive] = useState(rendered);
  const [base, setBase] = useState(rendered);
  const asking = useRef<AbortController>(null);
  const signedOut = useRef(false);
  const shownPath = useRef(path);

  if (base !== rendered) {
    setBase(rendered);
    setLive(rendered);
  }

  const renew = useCallback(async () => {
    asking.current?.abort();
    const own = new AbortController();
    asking.current = own;
    const answer = await ask(own.signal);
    if (own.signal.aborted) return;
    if (answer === 'signed-out') signedOut.current = true;
    else if (answer) setLive((old) => (isSame(old, answer) ? old : answer));
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new render is newer than any answer on its way
  useEffect(() => () => asking.current?.abort(), [rendered]);

  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    signedOut.current = false;
    void renew();
  }, [path, renew]);

  useEffect(() => {
    const whileInSight = () => {
      if (document.visibilityState === 'visible' && !signedOut.current) void renew();
    };
    const timer = setInterval(whileInSight, RENEW_MS);
    window.addEventListener('focus', whileInSight);
    document.addEventListener('visibilitychange', whileInSight);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', whileInSight);
      document.removeEventListener('visibilitychange', whileInSight);
    };
  }, [renew]);

  return live;
}

/** Null is no answer; a session that ended is for the next page to say. */
async function ask(signal: AbortSignal): Promise<FrameLive | 'signed-out' | null> {
  try {
    const answer = await fetch('/api/console/frame', { signal, cache: 'no-store' });
    if (answer.status === 401) return 'signed-out';
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function isSame(a: FrameLive, b: FrameLive): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
