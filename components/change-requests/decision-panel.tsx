'use client';

import { useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import { notify } from '@/components/ui/toast';
import type { ChangeRequestView } from '@/lib/schemas/catalog-views';

type Decision = 'approve' | 'reject' | 'withdraw';

export type Decide = (input: {
  change_request_id: string;
  decision: Decision;
  comment: string;
  row_version: number;
  rule_compatible?: boolean;
  apply_at?: string | null;
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
  const [later, setLater] = useState(request.apply_at !== null);
  const [at, setAt] = useState(() => localTime(request.apply_at));
  const [error, setError] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const [running, setRunning] = useState<Decision | null>(null);
  const [, start] = useTransition();
  const promotes = request.kind === 'promote';
  const scheduled = request.status === 'SCHEDULED';
  /** Nothing to say yes to, for this person. */
  const waits = scheduled || !may.approve;
  const { given, needed } = request.approvals;
  const last = given + 1 >= needed;
  const done = {
    approve: !last ? 'Approval recorded' : later ? 'Scheduled' : 'Approved',
    reject: promotes ? 'Sent back' : 'Rejected',
    withdraw: 'Withdrawn',
  };
  const blocked = gates.some((gate) => gate.severity === 'error') || view.conflicts.length > 0;

  function decide(decision: Decision) {
    const rules = decision === 'approve' && ruled;
    if ((decision === 'reject' || rules) && comment.trim() === '') return setMissing(true);
    setMissing(false);
    setRunning(decision);
    start(async () => {
      const answer = await onDecide({
        change_request_id: request.id,
        decision,
        comment,
        row_version: request.row_version,
        ...(rules ? { rule_compatible: true } : {}),
        ...(decision === 'approve' ? { apply_at: later && at ? isoTime(at) : null } : {}),
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
        {(needed > 1 || given > 0) && !scheduled && (
          <p className="text-table">
            <span className="font-medium">
              {given} of {needed}
            </span>{' '}
            approvals. It is CRITICAL, so two different people approve it.
            {may.decide && !may.approve && ' Yours is given; it waits for somebody else.'}
          </p>
        )}
        {scheduled && request.apply_at && (
          <p className="text-table">
            Approved. It is carried out <RelativeTime at={request.apply_at} />, when its gates and
            its base are looked at again.
          </p>
        )}
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
              error={missing ? (ruled ? 'Write why.' : 'Write what has to change.') : null}
            >
              <Textarea
                rows={3}
                value={comment}
                onChange={(event) => setComment(event.target.value)}
              />
            </Field>
            {publish?.verdict === 'unknown' && !waits && (
              <Checkbox
                label="I rule that this is compatible"
                hint={`On record with your name and comment. Without it this becomes ${publish.next}, beside the current version.`}
                checked={ruled}
                onCheckedChange={(checked) => setRuled(checked === true)}
              />
            )}
            {!waits && (
              <Checkbox
                label="Carry it out later"
                hint="Approved now; its gates are looked at again then."
                checked={later}
                onCheckedChange={(checked) => setLater(checked === true)}
              />
            )}
            {!waits && later && (
              <Field label="When" required hint="Your own time, at most 90 days ahead.">
                <Input
                  type="datetime-local"
                  value={at}
                  onChange={(event) => setAt(event.target.value)}
                />
              </Field>
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
              {!waits && (
                <Button
                  variant="primary"
                  pending={running === 'approve'}
                  disabled={blocked || (later && !at)}
                  title={blocked ? 'A gate or a conflict is in the way; see above.' : undefined}
                  onClick={() => decide('approve')}
                >
                  {approveLabel(promotes, last, later)}
                </Button>
              )}
            </>
          )}
        </div>
      </div>
    </Card>
  );
}

function approveLabel(promotes: boolean, last: boolean, later: boolean): string {
  if (!last) return 'Approve, first of two';
  if (later) return 'Approve for then';
  return promotes ? 'Approve for production' : 'Approve';
}

/** What a field for local time holds, and what the door is told. */
function localTime(iso: string | null): string {
  if (iso === null) return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function isoTime(local: string): string {
  return new Date(local).toISOString();
}
