'use client';

import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input, Textarea } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import { notify } from '@/components/ui/toast';
import { useSubmit } from '@/components/ui/use-submit';
import type { DelegationAnswer } from '@/lib/schemas/delegations';

type Failure = { ok: false; error: { message: string; fieldErrors?: Record<string, string> } };
type NewDelegation = { to: string; starts_at?: string; ends_at: string; reason: string };
type Props = {
  me: string;
  tenant: string;
  delegations: readonly DelegationAnswer[];
  /** Who could decide in my place; empty for who decides nothing. */
  people: readonly { value: string; label: string }[];
  mayDelegate: boolean;
  onCreate: (input: NewDelegation) => Promise<{ ok: true; data: unknown } | Failure>;
  onEnd: (input: { delegation_id: string }) => Promise<{ ok: true; data: unknown } | Failure>;
};

/** Who decides change requests in my place while I am away, and for whom I do. */
export function Delegations(props: Props) {
  const { me, tenant, delegations, mayDelegate } = props;
  const open = delegations.filter(({ state }) => state !== 'over');
  if (!mayDelegate && open.length === 0) return null;
  return (
    <Card
      title="While away"
      description={`Who decides change requests of ${tenant} in whose place. Nobody so decides what either of the two wrote a part of.`}
      action={mayDelegate ? <NewDelegationDialog {...props} /> : undefined}
    >
      {open.length === 0 ? (
        <p className="text-muted text-table">
          Nobody decides in your place. Name somebody before you are away.
        </p>
      ) : (
        <ul className="grid gap-3">
          {open.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-table">
              <Badge tone={one.state === 'active' ? 'success' : 'neutral'}>
                {one.state === 'active' ? 'Now' : 'Planned'}
              </Badge>
              <span className="min-w-0 break-words">
                {one.from === me
                  ? `${one.to_name} decides in your place`
                  : `You decide in the place of ${one.from_name}`}
              </span>
              <span className="text-muted text-xs">
                {one.state === 'planned' && (
                  <>
                    starts <RelativeTime at={one.starts_at} />,{' '}
                  </>
                )}
                ends <RelativeTime at={one.ends_at} />
              </span>
              <span className="ml-auto">
                <EndDialog delegation={one} onEnd={props.onEnd} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function EndDialog({ delegation, onEnd }: Pick<Props, 'onEnd'> & { delegation: DelegationAnswer }) {
  const { refresh } = useNavigation();
  return (
    <ConfirmDialog
      trigger={<Button size="sm">End</Button>}
      title="End this delegation?"
      description={`${delegation.to_name} no longer decides in the place of ${delegation.from_name}.`}
      confirmLabel="End delegation"
      onConfirm={async () => {
        const answer = await onEnd({ delegation_id: delegation.id });
        if (!answer.ok) return void notify.error(answer.error.message);
        notify.success('Delegation ended');
        refresh();
      }}
    />
  );
}

function NewDelegationDialog({ people, onCreate }: Props) {
  const { refresh } = useNavigation();
  const [open, setOpen] = useState(false);
  const [to, setTo] = useState<string>();
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const [reason, setReason] = useState('');
  const create = useSubmit(onCreate, {
    fields: ['to', 'starts_at', 'ends_at', 'reason'],
    onDone: () => {
      setOpen(false);
      notify.success('They decide in your place');
      refresh();
    },
  });
  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button size="sm">Name somebody</Button>}
      size="sm"
      title="Who decides in your place?"
      description="Change requests only, as if by your role. You can end it at any time."
      submitLabel="Let them decide"
      pending={create.pending}
      disabled={!to || !until}
      error={create.error}
      onSubmit={() =>
        create.submit({
          to: to ?? '',
          ...(from ? { starts_at: new Date(from).toISOString() } : {}),
          ends_at: new Date(until).toISOString(),
          reason,
        })
      }
    >
      <Field label="Person" required error={create.at('to')}>
        <Select options={people} {...(to ? { value: to } : {})} onValueChange={setTo} />
      </Field>
      <Field label="From" hint="At once, when left empty." error={create.at('starts_at')}>
        <Input
          type="datetime-local"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
      </Field>
      <Field label="Until" required hint="At most 90 days ahead." error={create.at('ends_at')}>
        <Input
          type="datetime-local"
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
      </Field>
      <Field label="Why" error={create.at('reason')}>
        <Textarea rows={2} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
