'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useSubmit } from '@/components/ui/use-submit';

type Named = { id: string; name: string };
type Result = { ok: true; data: Named } | { ok: false; error: { message: string } };
type Props = {
  /** `team` or `tenant`. */
  word: string;
  description: string;
  startOpen?: boolean;
  onCreate: (input: Named) => Promise<Result>;
  onDone: (made: Named) => void;
};

/** Asks for a name and an id. */
export function NewNamedDialog({ word, description, startOpen, onCreate, onDone }: Props) {
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
  const id =
    ownId ??
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '');
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="primary">
          <Plus aria-hidden />
          New {word}
        </Button>
      </DialogTrigger>
      <DialogContent
        size="sm"
        title={`New ${word}`}
        description={description}
        footer={
          <>
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
            <Button type="submit" form={`new-${word}`} variant="primary" pending={create.pending}>
              Make {word}
            </Button>
          </>
        }
      >
        <form
          id={`new-${word}`}
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            create.submit({ id, name });
          }}
        >
          {create.error && <Callout tone="danger">{create.error}</Callout>}
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
        </form>
      </DialogContent>
    </Dialog>
  );
}
