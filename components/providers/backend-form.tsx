'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input, Textarea } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { Select } from '@/components/ui/select';
import { notify } from '@/components/ui/toast';
import { useUnsaved } from '@/components/ui/unsaved';
import { useSubmit } from '@/components/ui/use-submit';
import type { BackendView } from '@/lib/schemas/providers';
import type { Choice, Result } from './types';

const FIELDS = ['id', 'name', 'description', 'owner'];
type Values = { name: string; description: string; owner: string };

function Fields(props: {
  values: Values;
  onChange: (change: Partial<Values>) => void;
  at: (path: string) => string | null;
  teams: readonly Choice[];
  disabled?: boolean;
}) {
  const { values, onChange, at, teams, disabled = false } = props;
  return (
    <>
      <Field label="Owner" error={at('owner')} required>
        <Select
          options={teams}
          value={values.owner}
          disabled={disabled}
          onValueChange={(owner) => onChange({ owner })}
        />
      </Field>
      <Field
        label="Description"
        hint="What it is and what depends on it."
        error={at('description')}
      >
        <Textarea
          rows={2}
          value={values.description}
          disabled={disabled}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Field>
    </>
  );
}

type NewProps = {
  teams: readonly Choice[];
  onCreate: (input: Values & { id: string }) => Promise<Result<BackendView>>;
};

/** Registers the system behind providers. */
export function NewBackend({ teams, onCreate }: NewProps) {
  const { refresh } = useNavigation();
  const [open, setOpen] = useState(false);
  const [id, setId] = useState('');
  const empty = { name: '', description: '', owner: teams[0]?.value ?? '' };
  const [values, setValues] = useState<Values>(empty);
  const create = useSubmit(onCreate, {
    fields: FIELDS,
    onDone: (backend) => {
      notify.success(`${backend.name} is registered`);
      setOpen(false);
      setId('');
      setValues(empty);
      refresh();
    },
  });
  const change = (next: Partial<Values>) => setValues((before) => ({ ...before, ...next }));
  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary">
          <Plus aria-hidden />
          Register backend
        </Button>
      }
      title="Register a backend"
      description="The system behind one or more providers: a database, a cloud, a CRM."
      submitLabel="Register backend"
      pending={create.pending}
      error={create.error}
      onSubmit={() => create.submit({ id, ...values })}
    >
      <Field label="Name" error={create.at('name')} required>
        <Input
          value={values.name}
          placeholder="Orders database"
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <Field
        label="Id"
        hint="Lower case, digits, - or _; never changes."
        error={create.at('id')}
        required
      >
        <Input
          className="font-mono"
          value={id}
          placeholder="orders-db"
          onChange={(event) => setId(event.target.value)}
        />
      </Field>
      <Fields values={values} onChange={change} at={create.at} teams={teams} />
    </FormDialog>
  );
}

type EditProps = {
  backend: BackendView;
  teams: readonly Choice[];
  /** Why this person may not change it. */
  whyNot: string | null;
  onSave: (input: Values & { id: string; row_version: number }) => Promise<Result<BackendView>>;
};

export function BackendSettings({ backend, teams, whyNot, onSave }: EditProps) {
  const { refresh } = useNavigation();
  const { id, name, description, owner, row_version } = backend;
  const saved = { name, description, owner };
  const [values, setValues] = useState<Values>(saved);
  const changed = JSON.stringify(values) !== JSON.stringify(saved);
  const letGo = useUnsaved(changed);
  const save = useSubmit(onSave, {
    fields: FIELDS,
    onDone: () => {
      letGo();
      notify.success('Saved');
      refresh();
    },
  });
  const change = (next: Partial<Values>) => setValues((before) => ({ ...before, ...next }));
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.submit({ id, row_version, ...values });
      }}
    >
      {save.error && <Callout tone="danger">{save.error}</Callout>}
      {whyNot && <Callout title="You can look but not change">{whyNot}</Callout>}
      <Field label="Name" error={save.at('name')} required>
        <Input
          value={values.name}
          disabled={whyNot !== null}
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <Fields
        values={values}
        onChange={change}
        at={save.at}
        teams={teams}
        disabled={whyNot !== null}
      />
      {whyNot === null && (
        <div>
          <Button type="submit" variant="primary" pending={save.pending} disabled={!changed}>
            Save changes
          </Button>
        </div>
      )}
    </form>
  );
}
