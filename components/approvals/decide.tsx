'use client';

import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Kbd } from '@/components/ui/kbd';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import type { NamedApproval } from '@/lib/schemas/approval-views';
import type { DecideApproval } from '@/lib/schemas/invoke';

type Decision = DecideApproval['decision'];
type Result = { ok: true } | { ok: false; error: { code: string; message: string } };
export type OnDecide = (input: DecideApproval) => Promise<Result>;

type Props = { approval: NamedApproval; onDecide: OnDecide };

/** Yes or no to one call. Keys: A approves, D denies; both still ask. */
export function DecideButtons({ approval, onDecide }: Props) {
  const { refresh } = useNavigation();
  const [asking, setAsking] = useState<Decision | null>(null);
  const agent = approval.agent_name ?? approval.agent_id;
  useDecisionKeys(setAsking);

  async function decide(decision: Decision, comment: string) {
    const result = await onDecide({ id: approval.id, decision, comment }).catch(() => null);
    if (result === null) return { error: 'Capstan did not answer. Try again.' };
    if (!result.ok && !isTooLate(result.error.code)) return { error: result.error.message };
    if (result.ok) {
      notify.success(decision === 'approve' ? 'Approved' : 'Denied', {
        description: `${agent} learns of it when it repeats the call.`,
      });
    } else {
      notify.info(result.error.message, { description: 'Your decision was not needed any more.' });
    }
    refresh();
    return undefined;
  }

  return (
    <>
      <Button variant="danger-outline" onClick={() => setAsking('deny')}>
        Deny <Kbd className="max-sm:hidden">D</Kbd>
      </Button>
      <Button variant="primary" onClick={() => setAsking('approve')}>
        Approve <Kbd className="max-sm:hidden">A</Kbd>
      </Button>
      <ConfirmDialog
        open={asking === 'approve'}
        onOpenChange={(open) => !open && setAsking(null)}
        title="Approve this call?"
        description={`${agent} may call ${approval.capability_id} once, with exactly these arguments, until the approval runs out.`}
        confirmLabel="Approve this one call"
        reason={{ label: 'Comment', hint: 'Optional. Kept on record with your name.' }}
        onConfirm={({ reason }) => decide('approve', reason)}
      />
      <ConfirmDialog
        danger
        open={asking === 'deny'}
        onOpenChange={(open) => !open && setAsking(null)}
        title="Deny this call?"
        description={`${agent} is refused, and reads why.`}
        confirmLabel="Deny this call"
        reason={{ label: 'Why', required: true, hint: 'The agent and its owners read it.' }}
        onConfirm={({ reason }) => decide('deny', reason)}
      />
    </>
  );
}

/** Somebody was faster, or the time was over: nothing to correct, only to look again. */
function isTooLate(code: string): boolean {
  return code === 'CONFLICT' || code === 'PRECONDITION_FAILED';
}

function useDecisionKeys(ask: (decision: Decision) => void): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      const target = event.target;
      const busy =
        target instanceof HTMLElement &&
        target.closest(
          'input, textarea, select, [contenteditable], [role="alertdialog"], [role="dialog"]',
        );
      if (busy) return;
      if (event.key !== 'a' && event.key !== 'd') return;
      event.preventDefault();
      ask(event.key === 'a' ? 'approve' : 'deny');
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [ask]);
}
