'use client';

import { RISK_OPTIONS } from '@/components/catalog/risk-badge';
import { ChipInput } from '@/components/ui/chip-input';
import { Combobox } from '@/components/ui/combobox';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { RISKS, type Risk } from '@/lib/core/shared/domain';
import type { ProviderPage } from '@/lib/schemas/providers';
import { type ProviderValues, schedulesFor } from './provider-values';
import type { Choice } from './types';

export type FieldsProps = {
  values: ProviderValues;
  onChange: (change: Partial<ProviderValues>) => void;
  at: (path: string) => string | null;
  teams: readonly Choice[];
  backends: readonly Choice[];
  /** What the providers file says is shown and not changed here. */
  fromFile?: boolean;
  /** Why where calls go is fixed, by field. */
  whyFixed?: ProviderPage['why_fixed'];
  disabled?: boolean;
};

const FLOOR_HINTS: Record<Risk, string> = {
  LOW: 'Read-only tools stay LOW.',
  MEDIUM: 'Nothing of it is below MEDIUM.',
  HIGH: 'Everything of it needs an approval and is granted by name only.',
  CRITICAL: 'Everything of it is granted by name only.',
};

/** Where it is reached. Only for what is reached over HTTP. */
export function AddressFields(props: FieldsProps) {
  const { values, onChange, at, fromFile, whyFixed, disabled } = props;
  const fixed = fromFile || disabled || false;
  return (
    <>
      <Field
        label="Address"
        hint={
          whyFixed?.endpoint ??
          'Streamable HTTP. Loopback, private and link-local addresses are refused unless CAPSTAN_EGRESS_ALLOW names them.'
        }
        error={at('endpoint')}
        required
      >
        <Input
          className="font-mono"
          inputMode="url"
          placeholder="https://mcp.example.com/mcp"
          value={values.endpoint}
          disabled={fixed || Boolean(whyFixed?.endpoint)}
          onChange={(event) => onChange({ endpoint: event.target.value })}
        />
      </Field>
      <Field
        label="Credential"
        hint={
          whyFixed?.credential_ref ??
          'A variable of this server, by name. The secret itself is never stored here.'
        }
        error={at('credential_ref')}
      >
        <Input
          className="font-mono"
          placeholder="env:CAPSTAN_CREDENTIAL_NAME"
          value={values.credential_ref}
          disabled={fixed || Boolean(whyFixed?.credential_ref)}
          onChange={(event) => onChange({ credential_ref: event.target.value })}
        />
      </Field>
    </>
  );
}

/** Whose it is and what its capabilities inherit. */
export function OwnershipFields(props: FieldsProps) {
  const { values, onChange, at, teams, backends, fromFile, disabled } = props;
  const fixed = fromFile || disabled || false;
  return (
    <>
      <Field label="Owner" hint="Owns every capability that arrives." error={at('owner')} required>
        <Select
          options={teams}
          value={values.owner}
          disabled={fixed}
          onValueChange={(owner) => onChange({ owner })}
        />
      </Field>
      <Field label="Backend" hint="The system behind it." error={at('backend')}>
        <Combobox
          options={backends}
          value={values.backend}
          clearable
          placeholder="None"
          disabled={fixed}
          onValueChange={(backend) => onChange({ backend })}
        />
      </Field>
      <Field label="Risk floor" hint={FLOOR_HINTS[values.risk_floor]} error={at('risk_floor')}>
        <Select
          options={RISK_OPTIONS}
          value={values.risk_floor}
          disabled={fixed}
          onValueChange={(value) =>
            onChange({ risk_floor: RISKS.find((risk) => risk === value) ?? values.risk_floor })
          }
        />
      </Field>
      <Field label="Default tags" hint="Given to what arrives." error={at('default_tags')}>
        {fixed ? (
          <Input value={values.default_tags.join(', ')} disabled />
        ) : (
          <ChipInput
            value={values.default_tags}
            normalize={(text) => text.toLowerCase()}
            onValueChange={(default_tags) => onChange({ default_tags })}
          />
        )}
      </Field>
    </>
  );
}

export function ScheduleField({ values, onChange, at, disabled }: FieldsProps) {
  return (
    <Field
      label="Sync"
      hint="A server that says its lists changed is read at once in any case."
      error={at('sync_every_seconds')}
    >
      <Select
        options={schedulesFor(values.every)}
        value={values.every}
        disabled={disabled ?? false}
        onValueChange={(every) => onChange({ every })}
      />
    </Field>
  );
}

export function DescriptionField({ values, onChange, at, disabled }: FieldsProps) {
  return (
    <Field label="Description" error={at('description')} className="sm:col-span-2">
      <Textarea
        rows={2}
        value={values.description}
        disabled={disabled ?? false}
        onChange={(event) => onChange({ description: event.target.value })}
      />
    </Field>
  );
}
