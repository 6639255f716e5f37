'use client';

import { Checkbox } from '@/components/ui/checkbox';

type Props = {
  scopes: readonly string[];
  /** Those a call cannot do without. */
  required?: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  error: string | null;
};

/** Which of some scopes. Nothing to choose from shows nothing. */
export function ScopeBoxes({ scopes, required = [], chosen, onChange, error }: Props) {
  if (scopes.length === 0) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-table">Scopes</legend>
      {scopes.map((scope) => (
        <Checkbox
          key={scope}
          label={<span className="break-all font-mono text-xs">{scope}</span>}
          hint={required.includes(scope) ? 'Every call needs it.' : undefined}
          checked={chosen.includes(scope)}
          onCheckedChange={(on) =>
            onChange(on === true ? [...chosen, scope] : chosen.filter((one) => one !== scope))
          }
        />
      ))}
      {error && (
        <p role="alert" className="text-danger-text text-xs">
          {error}
        </p>
      )}
    </fieldset>
  );
}
