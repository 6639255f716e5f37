'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { slugOf } from '@/components/ui/slug';
import { useSubmit } from '@/components/ui/use-submit';

type Named = { id: string; name: string };
type Result = { ok: true; data: Named } | { ok: false; error: { message: string } };
type Props = {
  /** `team` or `tenant`. */
  word: string;
  description: string;
  startOpen?: boolean;
  /** In the head of a card instead of a page. */
  small?: boolean;
  onCreate: (input: Named) => Promise<Result>;
  onDone: (made: Named) => void;
};

/** Asks for a name and an id. */
export function NewNamedDialog({ word, description, startOpen, small, onCreate, onDone }: Props) {
  const [open, setOpen] = useState(startOpen ?? false);
  const [name, setName] = useState('');
  const [ownId, setOwnId] = useState<string | null>(null);
  const create = useSubmit(onCreate, {
    fields: ['id', 'name'],
    onDone: (made) => {
      setOpen(false);
      setName('');
      setOwnId(null);
      onDone(made);
    },
  });
  const id = ownId ?? slugOf(name);
  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary" size={small ? 'sm' : 'md'}>
          <Plus aria-hidden />
          New {word}
        </Button>
      }
      title={`New ${word}`}
      description={description}
      size="sm"
      submitLabel={`Make ${word}`}
      pending={create.pending}
      error={create.error}
      onSubmit={() => create.submit({ id, name })}
    >
      <Field label="Name" error={create.at('name')} required>
        <Input value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label="Id" hint="Never changes." error={create.at('id')} required>
        <Input
          className="font-mono"
          value={id}
          onChange={(event) => setOwnId(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
