'use client';

import { useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import type { ChangeRequestView } from '@/lib/schemas/catalog-views';

type Decision = 'approve' | 'reject' | 'withdraw';

export type Decide = (input: {
  change_request_id: string;
  decision: Decision;
  comment: string;
  row_version: number;
  rule_compatible?: boolean;
}) => Promise<
  | { ok: true; data: unknown }
  | { ok: false; error: { code: string; message: string; fieldErrors?: Record<string, string> } }
>;

/** Approve or reject with a comment; who may not is told why. */
export function DecisionPanel({ view, onDecide }: { view: ChangeRequestView; onDecide: Decide }) {
  const { request, may, gates, publish } = view;
  const { refresh } = useNavigation();
  const [comment, setComment] = useState('');
  const [ruled, setRuled] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const [running, setRunning] = useState<Decision | null>(null);
  const [, start] = useTransition();
  const promotes = request.kind === 'promote';
  const done = {
    approve: 'Approved',
    reject: promotes ? 'Sent back' : 'Rejected',
    withdraw: 'Withdrawn',
  };
  const blocked = gates.some((gate) => gate.severity === 'error');

  function decide(decision: Decision) {
    if (decision === 'reject' && comment.trim() === '') return setMissing(true);
    setMissing(false);
    setRunning(decision);
    start(async () => {
      const answer = await onDecide({
        change_request_id: request.id,
        decision,
        comment,
        row_version: request.row_version,
        ...(ruled ? { rule_compatible: true } : {}),
      });
      setRunning(null);
      if (answer.ok) {
        setError(null);
        notify.success(done[decision]);
      } else {
        setError(answer.error.message);
      }
      refresh();
    });
  }

  return (
    <Card title="Decision">
      <div className="grid gap-4">
        {!may.decide && (
          <Callout tone="warning" title="You do not decide this one">
            {may.decide_reasons.join(' ')}
          </Callout>
        )}
        {error && <Callout tone="danger">{error}</Callout>}
        {may.decide && (
          <>
            <Field
              label="Comment"
              hint={`Needed to ${promotes ? 'send it back' : 'reject it'}; its authors read it.`}
              error={missing ? 'Write what has to change.' : null}
            >
              <Textarea
                rows={3}
                value={comment}
                onChange={(event) => setComment(event.target.value)}
              />
            </Field>
            {publish?.verdict === 'unknown' && (
              <Checkbox
                label="I rule that this is compatible"
                hint={`On record with your name. Without it this becomes ${publish.next}, beside the current version.`}
                checked={ruled}
                onCheckedChange={(checked) => setRuled(checked === true)}
              />
            )}
          </>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {may.withdraw && (
            <Button pending={running === 'withdraw'} onClick={() => decide('withdraw')}>
              Withdraw
            </Button>
          )}
          {may.decide && (
            <>
              <Button
                variant="danger-outline"
                pending={running === 'reject'}
                onClick={() => decide('reject')}
              >
                {promotes ? 'Send back' : 'Reject'}
              </Button>
              <Button
                variant="primary"
                pending={running === 'approve'}
                disabled={blocked}
                title={blocked ? 'A gate is not passed yet; see above.' : undefined}
                onClick={() => decide('approve')}
              >
                {promotes ? 'Approve for production' : 'Approve'}
              </Button>
            </>
          )}
        </div>
      </div>
    </Card>
  );
}
