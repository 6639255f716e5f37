'use client';

import { useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Textarea } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { type Option, Select } from '@/components/ui/select';
import { notify } from '@/components/ui/toast';
import type { OwnedKind } from '@/lib/schemas/ownership';
import type { OnOffer } from './types';

type Props = {
  target: { kind: OwnedKind; id: string };
  owner: string;
  teams: readonly Option[];
  onOffer: OnOffer;
};

/** Offers something to another team, which then agrees or does not. */
export function OfferDialog({ target, owner, teams, onOffer }: Props) {
  const { refresh } = useNavigation();
  const [open, setOpen] = useState(false);
  const [to, setTo] = useState<string>();
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<{ message: string; atTeam: boolean } | null>(null);
  const [pending, start] = useTransition();
  function send() {
    if (!to) return;
    start(async () => {
      const answer = await onOffer({ target, to, reason });
      if (!answer.ok) {
        const { message, fieldErrors = {} } = answer.error;
        setFailure({ message, atTeam: 'to' in fieldErrors || 'owner' in fieldErrors });
        return;
      }
      setFailure(null);
      setOpen(false);
      notify.success(`Offered to ${answer.data.to.name}`);
      refresh();
    });
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button size="sm">Offer to a team</Button>}
      title={`Offer ${target.id} to another team`}
      description="It moves once a member of that team agrees who is not you. Until then its owner stays."
      submitLabel="Offer"
      pending={pending}
      disabled={!to}
      error={failure && !failure.atTeam ? failure.message : null}
      onSubmit={send}
    >
      <Field label="Team" required error={failure?.atTeam ? failure.message : undefined}>
        <Select
          {...(to ? { value: to } : {})}
          options={teams.filter((team) => team.value !== owner)}
          placeholder="Choose the team that is to own it"
          onValueChange={setTo}
        />
      </Field>
      <Field label="Reason" hint="The team reads it before it agrees.">
        <Textarea rows={3} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
