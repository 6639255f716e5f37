'use client';

import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Dialog, DialogClose, DialogContent } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import { useSubmit } from '@/components/ui/use-submit';
import type { ChangeRequestListRow } from '@/lib/schemas/catalog-views';
import type { Decide } from './decision-panel';

export type Asked = { decision: 'approve' | 'reject'; row: ChangeRequestListRow };

type Props = { asked: Asked | null; onClose: () => void; onDecide: Decide };

/** Asks once more before a key of the queue decides; a rejection says what has to change. */
export function QueueDecision({ asked, onClose, onDecide }: Props) {
  return (
    <Dialog open={asked !== null} onOpenChange={(open) => !open && onClose()}>
      {asked && (
        <Question
          key={`${asked.row.id} ${asked.decision}`}
          asked={asked}
          onClose={onClose}
          onDecide={onDecide}
        />
      )}
    </Dialog>
  );
}

function Question({ asked, onClose, onDecide }: Props & { asked: Asked }) {
  const { decision, row } = asked;
  const { refresh } = useNavigation();
  const [comment, setComment] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const approves = decision === 'approve';
  const decide = useSubmit(onDecide, {
    onDone: () => {
      notify.success(approves ? `Approved ${row.title}` : `Rejected ${row.title}`);
      onClose();
      refresh();
    },
  });
  return (
    <DialogContent
      size="sm"
      title={approves ? 'Approve this change?' : 'Reject this change?'}
      description={row.title}
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            form="queue-decision"
            variant={approves ? 'primary' : 'danger-outline'}
            pending={decide.pending}
          >
            {approves ? 'Approve' : 'Reject'}
          </Button>
        </>
      }
    >
      <form
        id="queue-decision"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!approves && comment.trim() === '') return setMissing(true);
          decide.submit({
            change_request_id: row.id,
            decision,
            comment,
            row_version: row.row_version,
          });
        }}
      >
        {decide.error && <Callout tone="danger">{decide.error}</Callout>}
        <Field
          label="Comment"
          required={!approves}
          error={missing ? 'Write what has to change.' : null}
          hint={approves ? undefined : 'Its authors read it.'}
        >
          <Textarea rows={3} value={comment} onChange={(event) => setComment(event.target.value)} />
        </Field>
      </form>
    </DialogContent>
  );
}
