'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useSubmit } from '@/components/ui/use-submit';

export type NewKey = { name: string; expires_at: string | null };
/** The secret itself; whoever gets it shows it once. */
export type NewSecret = { ok: true; data: string } | { ok: false; error: { message: string } };

type Props = {
  /** `key` or `token`. */
  word: string;
  hint: string;
  startOpen?: boolean;
  onCreate: (input: NewKey) => Promise<NewSecret>;
  onCreated: (secret: string) => void;
};

const DAY_MS = 86_400_000;
const LIVES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: 'never', label: 'Until it is revoked' },
];

/** Asks for a name and a life. The secret goes to whoever shows it once. */
export function NewKeyDialog({ word, hint, startOpen, onCreate, onCreated }: Props) {
  const [open, setOpen] = useState(startOpen ?? false);
  const [name, setName] = useState('');
  const [life, setLife] = useState('90');
  const create = useSubmit(onCreate, {
    fields: ['name', 'expires_at'],
    onDone: (secret) => {
      setOpen(false);
      setName('');
      onCreated(secret);
    },
  });
  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" variant="primary">
          <Plus aria-hidden />
          New {word}
        </Button>
      }
      title={`Make a ${word}`}
      description={hint}
      size="sm"
      submitLabel={`Make ${word}`}
      pending={create.pending}
      error={create.error}
      onSubmit={() => {
        const days = Number(life);
        const until = Number.isNaN(days) ? null : new Date(Date.now() + days * DAY_MS);
        create.submit({ name, expires_at: until?.toISOString() ?? null });
      }}
    >
      <Field label="Name" hint="Where it will be used." error={create.at('name')} required>
        <Input value={name} onChange={(e) => setName(e.target.value)} placeholder="CI runner" />
      </Field>
      <Field label="Valid for" error={create.at('expires_at')}>
        <Select value={life} onValueChange={setLife} options={LIVES} />
      </Field>
    </FormDialog>
  );
}
