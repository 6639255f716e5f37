'use client';

import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import { useSubmit } from '@/components/ui/use-submit';
import type { Inspection } from '@/lib/schemas/playground';
import { caseRequestSchema } from '@/lib/schemas/resolver-cases';
import type { OnSaveCase } from './types';

type Props = { view: Inspection; onSave: OnSaveCase };

/** Keeps the query with what it must find, so that a change of catalog or grants can be held against it. */
export function SaveCase({ view, onSave }: Props) {
  const { push, refresh } = useNavigation();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState(view.query.slice(0, 80));
  const [without, setWithout] = useState<readonly string[]>([]);
  const expected = view.chosen.map((item) => item.id).filter((id) => !without.includes(id));
  const save = useSubmit(onSave, {
    fields: ['name'],
    onDone: () => {
      setOpen(false);
      refresh();
      notify.success('Saved as a test case', {
        action: { label: 'View', onClick: () => push('/playground?tab=cases') },
      });
    },
  });
  function submit() {
    const { query, purpose, request, agent_id } = view;
    const asked = { ...request, query, ...(purpose ? { purpose } : {}) };
    save.submit({ name, agent_id, request: caseRequestSchema.parse(asked), expected });
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm">
          <BookmarkPlus aria-hidden />
          Save as test case
        </Button>
      }
      title="Save as test case"
      description="Runs this query again later and says whether it still finds what it must."
      size="sm"
      submitLabel="Save test case"
      pending={save.pending}
      error={save.error}
      onSubmit={submit}
    >
      <Field label="Name" required error={save.at('name')}>
        <Input value={name} maxLength={120} onChange={(event) => setName(event.target.value)} />
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium text-sm">It must find</legend>
        {view.chosen.map(({ id }) => (
          <Checkbox
            key={id}
            label={<span className="break-all">{id}</span>}
            checked={!without.includes(id)}
            onCheckedChange={(on) =>
              setWithout(on ? without.filter((other) => other !== id) : [...without, id])
            }
          />
        ))}
        {expected.length === 0 && (
          <p className="text-muted text-table">
            Nothing chosen: the case passes when nothing at all is found.
          </p>
        )}
      </fieldset>
    </FormDialog>
  );
}
