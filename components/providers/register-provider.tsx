'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { slugOf } from '@/components/ui/slug';
import { notify } from '@/components/ui/toast';
import { useSubmit } from '@/components/ui/use-submit';
import type { ProviderView } from '@/lib/schemas/providers';
import { AddressFields, OwnershipFields, ScheduleField } from './provider-fields';
import { emptyValues, PROVIDER_FIELDS, toInput } from './provider-values';
import type { Choice, Result } from './types';

type NewProvider = ReturnType<typeof toInput> & { id: string };
type Props = {
  /** Teams the person may register for. */
  teams: readonly Choice[];
  backends: readonly Choice[];
  startOpen: boolean;
  onCreate: (input: NewProvider) => Promise<Result<ProviderView>>;
};

/** Registers a server reached over HTTP, then goes to it: syncing comes next. */
export function RegisterProvider({ teams, backends, startOpen, onCreate }: Props) {
  const { push } = useNavigation();
  const [open, setOpen] = useState(startOpen);
  const [values, setValues] = useState(() => emptyValues(teams[0]?.value ?? ''));
  const [ownId, setOwnId] = useState<string | null>(null);
  const create = useSubmit(onCreate, {
    fields: PROVIDER_FIELDS,
    onDone: (provider) => {
      notify.success(`${provider.name} is registered`, {
        description: 'Sync it to bring its tools in.',
      });
      push(`/providers/${provider.id}`);
    },
  });
  const id = ownId ?? slugOf(values.name);
  const fields = {
    values,
    at: create.at,
    teams,
    backends,
    onChange: (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change })),
  };
  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary">
          <Plus aria-hidden />
          Register provider
        </Button>
      }
      title="Register a provider"
      description="An MCP server reached over HTTP. What it offers arrives as drafts when you sync."
      size="lg"
      submitLabel="Register provider"
      pending={create.pending}
      error={create.error}
      onSubmit={() => create.submit({ id, ...toInput(values) })}
      className="sm:grid-cols-2"
    >
      <Field label="Name" error={create.at('name')} required>
        <Input
          value={values.name}
          placeholder="Issue tracker"
          onChange={(event) => fields.onChange({ name: event.target.value })}
        />
      </Field>
      <Field
        label="Id"
        hint="First part of its capabilities' ids; never changes."
        error={create.at('id')}
        required
      >
        <Input
          className="font-mono"
          value={id}
          onChange={(event) => setOwnId(event.target.value)}
        />
      </Field>
      <AddressFields {...fields} />
      <OwnershipFields {...fields} />
      <ScheduleField {...fields} />
      <p className="self-end text-muted text-xs">
        A server started by a command (stdio) is registered in the file that{' '}
        <code className="font-mono">CAPSTAN_PROVIDERS_FILE</code> names, and nowhere else.
      </p>
    </FormDialog>
  );
}
