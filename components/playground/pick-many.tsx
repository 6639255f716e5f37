'use client';

import { X } from 'lucide-react';
import { Combobox } from '@/components/ui/combobox';
import { Field } from '@/components/ui/field';
import type { Option } from '@/components/ui/select';

type Props = {
  label: string;
  hint?: string;
  options: readonly Option[];
  value: readonly string[];
  onChange: (value: string[]) => void;
};

/** Some of a closed list: chosen ones as chips under the list. */
export function PickMany({ label, hint, options, value, onChange }: Props) {
  const labelOf = (id: string) => options.find((option) => option.value === id)?.label ?? id;
  return (
    <Field label={label} hint={hint}>
      <Combobox
        value={null}
        placeholder={value.length === 0 ? 'Any' : 'Add another'}
        options={options.filter((option) => !value.includes(option.value))}
        onValueChange={(next) => next && onChange([...value, next])}
      />
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-1">
          {value.map((id) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => onChange(value.filter((other) => other !== id))}
                aria-label={`Remove ${labelOf(id)}`}
                className="inline-flex h-6 max-w-full items-center gap-1 rounded-sm bg-neutral-soft px-1.5 text-neutral-text text-xs hover:bg-pressed"
              >
                <span className="truncate">{labelOf(id)}</span>
                <X aria-hidden className="size-3 shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Field>
  );
}
