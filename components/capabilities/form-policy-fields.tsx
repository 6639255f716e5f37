'use client';

import { RISK_OPTIONS, RiskBadge } from '@/components/catalog/risk-badge';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { ChipInput } from '@/components/ui/chip-input';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { RISKS } from '@/lib/core/shared/domain';
import type { FieldsProps } from './capability-form';
import { errorOf } from './form-values';
import { GatesAt } from './gates-at';

/** Risk, approval, scopes, roles and limits. */
export function PolicyFields({ values, set, errors, gates }: FieldsProps) {
  const risky = values.risk === 'HIGH' || values.risk === 'CRITICAL';
  return (
    <Card title="Who may call it, and how often">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field anchor="risk" label="Risk" required error={errorOf(errors, 'risk')}>
          <Select
            value={values.risk}
            options={RISK_OPTIONS.map((option) => ({
              ...option,
              icon: <RiskBadge risk={option.value} className="[&>span:last-child]:hidden" />,
            }))}
            onValueChange={(value) =>
              set('risk', RISKS.find((one) => one === value) ?? values.risk)
            }
          />
        </Field>
        <Field
          label="Required roles"
          error={errorOf(errors, 'required_roles')}
          hint="An agent needs every one of them."
        >
          <ChipInput
            value={values.required_roles}
            onValueChange={(roles) => set('required_roles', roles)}
          />
        </Field>
        <GatesAt gates={gates} field="risk" />
        <div id="approval" className="grid scroll-mt-20 gap-3 sm:col-span-2">
          <Checkbox
            label="Every call needs a person's approval"
            hint="HIGH and CRITICAL need this, or a written waiver."
            checked={values.approval_required}
            onCheckedChange={(checked) => set('approval_required', checked === true)}
          />
          <GatesAt gates={gates} field="approval_required" />
          {risky && !values.approval_required && (
            <Field
              label="Waiver"
              error={errorOf(errors, 'approval_waiver', 'approval_required')}
              hint="Why calls of this risk need no approval. Kept on record."
            >
              <Textarea
                rows={2}
                value={values.approval_waiver}
                onChange={(event) => set('approval_waiver', event.target.value)}
              />
            </Field>
          )}
        </div>
        <div id="scopes" className="grid scroll-mt-20 gap-3 sm:col-span-2">
          <Checkbox
            label="Calls need no scope"
            hint="Either this, or the scopes; saying nothing blocks promotion."
            checked={values.scopes_none}
            onCheckedChange={(checked) => set('scopes_none', checked === true)}
          />
          <GatesAt gates={gates} field="scopes" />
          {!values.scopes_none && (
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label="Required scopes" error={errorOf(errors, 'scopes')}>
                <ChipInput
                  value={values.scopes_required}
                  placeholder="run.readonly"
                  onValueChange={(scopes) => set('scopes_required', scopes)}
                />
              </Field>
              <Field label="Optional scopes">
                <ChipInput
                  value={values.scopes_optional}
                  onValueChange={(scopes) => set('scopes_optional', scopes)}
                />
              </Field>
            </div>
          )}
        </div>
        <Limits values={values} set={set} errors={errors} gates={gates} />
      </div>
    </Card>
  );
}

function Limits({ values, set, errors, gates }: FieldsProps) {
  return (
    <div id="limits" className="grid scroll-mt-20 gap-4 sm:col-span-2 sm:grid-cols-3">
      <Field
        label="Timeout"
        error={errorOf(errors, 'limits.timeout')}
        hint="Such as PT10S or PT2M."
      >
        <Input value={values.timeout} onChange={(event) => set('timeout', event.target.value)} />
      </Field>
      <Field label="Calls per run" error={errorOf(errors, 'limits.calls_per_run')}>
        <Input
          type="number"
          min={1}
          value={values.calls_per_run}
          onChange={(event) => set('calls_per_run', event.target.valueAsNumber || 0)}
        />
      </Field>
      <Field label="Calls per minute" error={errorOf(errors, 'limits.rate_per_minute')}>
        <Input
          type="number"
          min={1}
          value={values.rate_per_minute}
          onChange={(event) => set('rate_per_minute', event.target.valueAsNumber || 0)}
        />
      </Field>
      <GatesAt gates={gates} field="limits" />
    </div>
  );
}
