'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import { useUnsaved } from '@/components/ui/unsaved';
import { useSubmit } from '@/components/ui/use-submit';
import type { ProviderPage, ProviderView } from '@/lib/schemas/providers';
import { AddressFields, DescriptionField, OwnershipFields, ScheduleField } from './provider-fields';
import { PROVIDER_FIELDS, type ProviderValues, toInput, valuesOf } from './provider-values';
import type { Choice, Result } from './types';

type Changes = Partial<ReturnType<typeof toInput>> & { id: string; row_version: number };
type Props = {
  provider: ProviderPage;
  teams: readonly Choice[];
  backends: readonly Choice[];
  onSave: (input: Changes) => Promise<Result<ProviderView>>;
};

/** Settings of a provider; what its file says is shown with the reason it cannot be changed. */
export function ProviderSettings({ provider, teams, backends, onSave }: Props) {
  const { refresh } = useNavigation();
  const [values, setValues] = useState(() => valuesOf(provider));
  const changed = JSON.stringify(values) !== JSON.stringify(valuesOf(provider));
  const letGo = useUnsaved(changed);
  const save = useSubmit(onSave, {
    fields: PROVIDER_FIELDS,
    onDone: () => {
      letGo();
      notify.success('Saved');
      refresh();
    },
  });
  const fromFile = provider.source === 'file';
  const disabled = !provider.may_manage;
  const fields = {
    values,
    at: save.at,
    teams,
    backends,
    fromFile,
    ...(fromFile ? {} : { whyFixed: provider.why_fixed }),
    disabled,
    onChange: (change: Partial<ProviderValues>) =>
      setValues((before) => ({ ...before, ...change })),
  };
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.submit({ ...changesOf(values, provider), row_version: provider.row_version });
      }}
    >
      <Notes provider={provider} error={save.error} />
      <Card>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" error={save.at('name')} required>
            <Input
              value={values.name}
              disabled={fromFile || disabled}
              onChange={(event) => fields.onChange({ name: event.target.value })}
            />
          </Field>
          <ScheduleField {...fields} />
          <DescriptionField {...fields} />
          {provider.transport === 'streamable_http' && <AddressFields {...fields} />}
          <OwnershipFields {...fields} />
        </div>
      </Card>
      {!disabled && (
        <div className="flex items-center gap-2">
          <Button type="submit" variant="primary" pending={save.pending} disabled={!changed}>
            Save changes
          </Button>
          {changed && <Button onClick={() => setValues(valuesOf(provider))}>Discard</Button>}
        </div>
      )}
    </form>
  );
}

function Notes({ provider, error }: { provider: ProviderPage; error: string | null }) {
  return (
    <>
      {error && <Callout tone="danger">{error}</Callout>}
      {provider.why_not && (
        <Callout title="You can look but not change">{provider.why_not}</Callout>
      )}
      {provider.source === 'file' && (
        <Callout title="Most of this is in the providers file">
          Name, address, owner, backend, tags and risk floor are read from the file at each start.
          Change them there and restart. Description and schedule can be changed here.
        </Callout>
      )}
    </>
  );
}

/** Only what differs: what the file says must not be sent at all. */
function changesOf(values: ProviderValues, provider: ProviderPage) {
  const now = toInput(values);
  const was = toInput(valuesOf(provider));
  const changed = Object.entries(now).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(was, key)),
  );
  return { id: provider.id, ...Object.fromEntries(changed) };
}
