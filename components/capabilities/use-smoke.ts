'use client';

import { useState, useTransition } from 'react';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import type { SmokeAnswer } from '@/lib/schemas/capability-answers';
import type { ActionAnswer } from './types';

export type OnSmoke = (input: { capability_id: string }) => Promise<ActionAnswer<SmokeAnswer>>;

/** Makes the smoke call, says how it went, and keeps why it failed in view. */
export function useSmoke(capabilityId: string, onSmoke: OnSmoke) {
  const { refresh } = useNavigation();
  const [pending, start] = useTransition();
  const [failure, setFailure] = useState<string | null>(null);
  function run() {
    start(async () => {
      const answer = await onSmoke({ capability_id: capabilityId });
      const problem = problemOf(answer);
      setFailure(problem);
      if (problem !== null) notify.error(problem);
      else if (answer.ok) notify.success(`The smoke call passed in ${answer.data.latency_ms} ms`);
      refresh();
    });
  }
  return { run, pending, failure };
}

function problemOf(answer: ActionAnswer<SmokeAnswer>): string | null {
  if (!answer.ok) return answer.error.message;
  if (answer.data.ok) return null;
  return `The smoke call failed: ${answer.data.detail ?? 'no reason given'}`;
}
