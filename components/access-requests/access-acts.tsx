'use client';

import { useState } from 'react';
import { dayOf, endOfDay } from '@/components/agents/grant-model';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input, Textarea } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import { useSubmit } from '@/components/ui/use-submit';
import type { AccessRequestView, ApproveAccess, DenyAccess } from '@/lib/schemas/access-requests';
import { Rights } from './rights';
import { ScopeBoxes } from './scope-boxes';

type Result = { ok: true; data: unknown } | { ok: false; error: { message: string } };
type Props = {
  request: AccessRequestView;
  onApprove: (input: ApproveAccess) => Promise<Result>;
  onDeny: (input: DenyAccess) => Promise<Result>;
  onWithdraw: (input: { id: string }) => Promise<Result>;
};

/** What may be done with a request that waits. */
export function AccessActs({ request, onApprove, onDeny, onWithdraw }: Props) {
  const { refresh } = useNavigation();
  const { id, agent, capability } = request;
  const ended = (result: Result | null, done: string) => {
    if (!result?.ok)
      return { error: result?.error.message ?? 'Capstan did not answer. Try again.' };
    notify.success(done);
    refresh();
    return undefined;
  };
  return (
    <>
      {request.may_withdraw && (
        <ConfirmDialog
          trigger={<Button>Withdraw</Button>}
          title="Withdraw this request?"
          description="Nobody decides it any more. You may ask again."
          confirmLabel="Withdraw request"
          onConfirm={async () => ended(await onWithdraw({ id }).catch(() => null), 'Withdrawn')}
        />
      )}
      {request.may_deny && (
        <ConfirmDialog
          danger
          trigger={<Button variant="danger-outline">Deny</Button>}
          title="Deny this request?"
          description={`${agent.name} is not granted ${capability.id}.`}
          confirmLabel="Deny access"
          reason={{ label: 'Why', required: true, hint: 'Who asked reads it.' }}
          onConfirm={async ({ reason }) =>
            ended(await onDeny({ id, comment: reason }).catch(() => null), 'Denied')
          }
        />
      )}
      {request.may_decide && <Approve request={request} onApprove={onApprove} />}
    </>
  );
}

function Approve({ request, onApprove }: Pick<Props, 'request' | 'onApprove'>) {
  const { refresh } = useNavigation();
  const { asked, agent, capability, replaces } = request;
  const [open, setOpen] = useState(false);
  const [invoke, setInvoke] = useState(asked.invoke);
  const [scopes, setScopes] = useState<readonly string[]>(asked.scopes);
  const [day, setDay] = useState(dayOf(asked.until));
  const [comment, setComment] = useState('');
  const approve = useSubmit(onApprove, {
    fields: ['scopes', 'until', 'comment'],
    onDone: () => {
      setOpen(false);
      notify.success('Approved', { description: `${agent.name} may use ${capability.id}.` });
      refresh();
    },
  });
  // The day that was asked for keeps its hour.
  const until = day === dayOf(asked.until) ? asked.until : endOfDay(day);
  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="primary">Approve</Button>}
      title={`Give ${agent.name} access?`}
      description={`To ${capability.id}: what was asked for, or less. The grant follows at once.`}
      submitLabel="Approve and grant"
      pending={approve.pending}
      error={approve.error}
      onSubmit={() =>
        approve.submit({
          id: request.id,
          invoke,
          scopes: [...scopes],
          ...(until ? { until } : {}),
          comment,
        })
      }
    >
      {replaces && (
        <p className="text-muted text-table">
          It replaces what the agent has: <Rights rights={replaces} />.
        </p>
      )}
      {asked.invoke && (
        <Checkbox
          label="Also call it"
          hint="Without this it may only be discovered."
          checked={invoke}
          onCheckedChange={(on) => setInvoke(on === true)}
        />
      )}
      <ScopeBoxes
        scopes={asked.scopes}
        chosen={scopes}
        onChange={setScopes}
        error={approve.at('scopes')}
      />
      <Field label="Until" hint="That day or an earlier one." error={approve.at('until')} required>
        <Input
          type="date"
          className="w-40"
          max={dayOf(asked.until)}
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
      </Field>
      <Field label="Comment" hint="Optional. Who asked reads it." error={approve.at('comment')}>
        <Textarea rows={2} value={comment} onChange={(event) => setComment(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
