'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import { useUnsaved } from '@/components/ui/unsaved';
import { useSubmit } from '@/components/ui/use-submit';
import type { UpdateUser, User } from '@/lib/schemas/people';
import { RoleBoxes } from './role-boxes';

type Result = { ok: true; data: User } | { ok: false; error: { message: string } };

/** Name and roles of a person, for an admin of the tenant acted in. */
export function PersonForm(props: {
  user: User;
  tenant: string;
  onSave: (input: UpdateUser) => Promise<Result>;
}) {
  const { user, tenant, onSave } = props;
  const { refresh } = useNavigation();
  const [name, setName] = useState(user.name);
  const here = user.roles.filter((role) => role.tenant === tenant).map((role) => role.role);
  const elsewhere = user.roles.filter((role) => role.tenant !== tenant);
  const [roles, setRoles] = useState(here);
  const letGo = useUnsaved(
    name !== user.name || [...roles].sort().join() !== [...here].sort().join(),
  );
  const save = useSubmit(onSave, {
    fields: ['name'],
    onDone: () => {
      letGo();
      notify.success('Saved');
      refresh();
    },
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const all = [...elsewhere, ...roles.map((role) => ({ tenant, role }))];
        save.submit({
          id: user.id,
          row_version: user.row_version,
          roles: all,
          ...(name === user.name ? {} : { name }),
        });
      }}
    >
      {save.error && <Callout tone="danger">{save.error}</Callout>}
      <Field label="Name" error={save.at('name')} required>
        <Input value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <RoleBoxes legend={`Roles in ${tenant}`} value={roles} onChange={setRoles} />
      {elsewhere.length > 0 && (
        <p className="text-muted text-table">
          Also {elsewhere.map((role) => `${role.role} in ${role.tenant}`).join(', ')}. Switch the
          tenant to change those.
        </p>
      )}
      <div>
        <Button type="submit" variant="primary" pending={save.pending}>
          Save changes
        </Button>
      </div>
    </form>
  );
}
