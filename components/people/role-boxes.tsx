'use client';

import { Checkbox } from '@/components/ui/checkbox';
import { ROLES, type Role } from '@/lib/core/shared/domain';
import { ROLE_WORDS } from './role-words';

/** Which roles somebody has in one tenant. */
export function RoleBoxes(props: {
  legend: string;
  value: readonly Role[];
  onChange: (roles: Role[]) => void;
  disabled?: boolean;
}) {
  const { legend, value, onChange, disabled } = props;
  return (
    <fieldset className="grid gap-2" disabled={disabled}>
      <legend className="mb-2 font-medium text-sm">{legend}</legend>
      {ROLES.map((role) => (
        <Checkbox
          key={role}
          label={ROLE_WORDS[role].label}
          hint={ROLE_WORDS[role].hint}
          checked={value.includes(role)}
          disabled={disabled ?? false}
          onCheckedChange={(on) =>
            onChange(
              ROLES.filter((other) => (other === role ? on === true : value.includes(other))),
            )
          }
        />
      ))}
    </fieldset>
  );
}
