'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { ChipInput } from '@/components/ui/chip-input';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { notify } from '@/components/ui/toast';
import { useUnsaved } from '@/components/ui/unsaved';
import { useSubmit } from '@/components/ui/use-submit';
import { RESOLVER_PRESETS } from '@/lib/core/shared/domain';
import type { Settings, SettingValues, UpdateSettings } from '@/lib/schemas/settings';

type Result = { ok: true; data: Settings } | { ok: false; error: { message: string } };
type NumberKey = {
  [K in keyof SettingValues]: SettingValues[K] extends number ? K : never;
}[keyof SettingValues];

const NUMBERS: readonly { key: NumberKey; label: string; hint: string }[] = [
  { key: 'default_top_k', label: 'Top-K', hint: 'Capabilities in one answer, pins apart.' },
  {
    key: 'max_schema_tools',
    label: 'Schemas in one answer',
    hint: 'Most schemas handed out, pins included.',
  },
  {
    key: 'small_catalog_threshold',
    label: 'Small catalog',
    hint: 'Below this many allowed capabilities an agent may get all.',
  },
  { key: 'recertify_days', label: 'Recertify after days', hint: 'Then owners attest again.' },
  {
    key: 'change_waiting_days',
    label: 'Changes wait at most days',
    hint: 'Then the admins are told, once.',
  },
];
const PRESETS: Record<SettingValues['resolver_preset'], string> = {
  measured: 'Measured: what scores best on the benchmark',
  balanced: 'Balanced: semantic first, then keywords',
  keyword: 'Keyword: words only',
  rrf: 'Rank fusion: by ranks instead of scores',
};

/** Whole numbers only, the farthest first. */
const toDays = (texts: readonly string[]) =>
  [...new Set(texts.map(Number).filter(Number.isInteger))].sort((a, b) => b - a);

/** Settings of the tenant acted in. */
export function SettingsForm(props: {
  settings: Settings;
  editable: boolean;
  onSave: (input: UpdateSettings) => Promise<Result>;
}) {
  const { editable, onSave } = props;
  const { refresh } = useNavigation();
  const [draft, setDraft] = useState(props.settings);
  const [stored, setStored] = useState(props.settings);
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(stored));
  const change = (part: Partial<Settings>) => setDraft((old) => ({ ...old, ...part }));
  const save = useSubmit(onSave, {
    fields: [...NUMBERS.map((number) => number.key), 'resolver_preset', 'remind_days'],
    onDone: (saved) => {
      setDraft(saved);
      setStored(saved);
      notify.success('Settings saved');
      refresh();
    },
  });
  return (
    <Card
      title={`Settings of ${draft.tenant}`}
      description={editable ? 'For every agent of this tenant.' : 'Only an admin changes these.'}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const { tenant: _, ...values } = draft;
          save.submit(values);
        }}
      >
        {save.error && <Callout tone="danger">{save.error}</Callout>}
        <fieldset disabled={!editable} className="grid gap-4 md:grid-cols-2">
          <legend className="sr-only">Resolver</legend>
          {NUMBERS.map(({ key, label, hint }) => (
            <Field key={key} label={label} hint={hint} error={save.at(key)}>
              <Input
                type="number"
                value={String(draft[key])}
                onChange={(event) => change({ [key]: Number(event.target.value) })}
              />
            </Field>
          ))}
          <Field
            label="Remind before days"
            hint="Once on each of these days before it is due, and once it is overdue."
            error={save.at('remind_days')}
          >
            <ChipInput
              disabled={!editable}
              value={draft.remind_days.map(String)}
              onValueChange={(days) => change({ remind_days: toDays(days) })}
              normalize={(text) => text.trim()}
            />
          </Field>
          <Field label="Ranking" error={save.at('resolver_preset')}>
            <Select
              disabled={!editable}
              value={draft.resolver_preset}
              onValueChange={(value) => {
                const preset = RESOLVER_PRESETS.find((known) => known === value);
                if (preset) change({ resolver_preset: preset });
              }}
              options={RESOLVER_PRESETS.map((value) => ({ value, label: PRESETS[value] }))}
            />
          </Field>
        </fieldset>
        <Switch
          label="Resolve tools for agents of this tenant"
          hint="Off: their clients keep their own tools untouched."
          disabled={!editable}
          checked={draft.resolver_enabled}
          onCheckedChange={(resolver_enabled) => change({ resolver_enabled })}
        />
        {editable && (
          <div>
            <Button type="submit" variant="primary" pending={save.pending}>
              Save settings
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}
