'use client';

import { TYPE_LOOK } from '@/components/catalog/type-icon';
import { ChipInput } from '@/components/ui/chip-input';
import { Combobox } from '@/components/ui/combobox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { CAPABILITY_TYPES, RISKS, SURFACES } from '@/lib/core/shared/domain';
import type { PlaygroundParams } from './params';
import { PickMany } from './pick-many';
import type { Choice, SetParams } from './types';

const ANY = 'any';
const MAX_TOP_K = 100;
const sentence = (word: string) => word.charAt(0) + word.slice(1).toLowerCase();
const TYPE_OPTIONS = CAPABILITY_TYPES.map((value) => ({ value, label: TYPE_LOOK[value].label }));
const SURFACE_OPTIONS = SURFACES.map((value) => ({ value, label: sentence(value.toUpperCase()) }));
const RISK_OPTIONS = [
  { value: ANY, label: 'Agent’s own' },
  ...RISKS.map((value) => ({ value, label: sentence(value) })),
];

type Props = {
  params: PlaygroundParams;
  set: SetParams;
  profiles: readonly Choice[];
  providers: readonly Choice[];
};

/** Everything a request may narrow. All of it only narrows what the agent may. */
export function Knobs({ params, set, profiles, providers }: Props) {
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-3">
        <Field label="Top K" hint="Pins come beside.">
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_TOP_K}
            placeholder="Default"
            value={params.k ?? ''}
            onChange={(event) => set({ k: toTopK(event.target.value) })}
          />
        </Field>
        <Field label="Risk at most">
          <Select
            value={params.risk ?? ANY}
            options={RISK_OPTIONS}
            onValueChange={(value) => set({ risk: RISKS.find((risk) => risk === value) ?? null })}
          />
        </Field>
      </div>
      <Switch
        label="Include schemas"
        hint="Off: names and descriptions only, the first of two steps."
        checked={params.schemas}
        onCheckedChange={(schemas) => set({ schemas })}
      />
      <Field label="Purpose" hint="Recorded, and searched at low weight.">
        <Input value={params.purpose} onChange={(event) => set({ purpose: event.target.value })} />
      </Field>
      {profiles.length > 0 && (
        <Field label="Profile">
          <Combobox
            clearable
            value={params.profile}
            placeholder="None"
            options={profiles}
            onValueChange={(profile) => set({ profile })}
          />
        </Field>
      )}
      <Field label="Profile tags">
        <ChipInput
          value={params.tags}
          placeholder="Add a tag"
          max={50}
          onValueChange={(tags) => set({ tags })}
        />
      </Field>
      <PickMany
        label="Types"
        options={TYPE_OPTIONS}
        value={params.types}
        onChange={(types) =>
          set({ types: CAPABILITY_TYPES.filter((type) => types.includes(type)) })
        }
      />
      <PickMany
        label="Surfaces"
        options={SURFACE_OPTIONS}
        value={params.surfaces}
        onChange={(list) => set({ surfaces: SURFACES.filter((item) => list.includes(item)) })}
      />
      <PickMany
        label="Providers"
        options={providers}
        value={params.providers}
        onChange={(list) => set({ providers: list })}
      />
      <Field label="Pins" hint="Ids beside the agent’s own; they still pass policy.">
        <ChipInput
          value={params.pins}
          placeholder="files.read_text"
          max={50}
          normalize={(text) => text.toLowerCase()}
          onValueChange={(pins) => set({ pins })}
        />
      </Field>
    </div>
  );
}

function toTopK(text: string): number | null {
  const value = Number.parseInt(text, 10);
  return Number.isNaN(value) ? null : Math.min(MAX_TOP_K, Math.max(1, value));
}
