'use client';

import { useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import type { OnAttest } from './types';

type Props = { ids: string[]; label: string; onAttest: OnAttest; onDone?: () => void };

/** Confirms that capabilities are still right; says which could not be confirmed. */
export function AttestButton({ ids, label, onAttest, onDone }: Props) {
  const { refresh } = useNavigation();
  const [pending, start] = useTransition();
  function run() {
    start(async () => {
      const answer = await onAttest({ ids });
      if (!answer.ok) {
        notify.error(answer.error.message);
        return;
      }
      const { done, failed, results } = answer.data;
      if (done > 0) notify.success(`Recertified ${done.toLocaleString('en')}`);
      const first = results.find((result) => !result.ok);
      if (first) notify.error(`${failed} not recertified. ${first.id}: ${first.message}`);
      onDone?.();
      refresh();
    });
  }
  return (
    <Button size="sm" pending={pending} disabled={ids.length === 0} onClick={run}>
      {label}
    </Button>
  );
}
