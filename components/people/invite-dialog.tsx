'use client';

import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { SecretOnce } from '@/components/keys/secret-once';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { Switch } from '@/components/ui/switch';
import { useSubmit } from '@/components/ui/use-submit';
import type { Role } from '@/lib/core/shared/domain';
import type { CreateUser, User } from '@/lib/schemas/people';
import { makePassword } from './make-password';
import { RoleBoxes } from './role-boxes';

type Result = { ok: true; data: User } | { ok: false; error: { message: string } };
type Props = {
  tenant: string;
  /** People may also come through the identity provider, without a password. */
  hasProvider: boolean;
  startOpen: boolean;
  onCreate: (input: CreateUser) => Promise<Result>;
};

/** Makes an account; the first password is shown once, to hand over. */
export function InviteDialog({ tenant, hasProvider, startOpen, onCreate }: Props) {
  const { refresh } = useNavigation();
  const [open, setOpen] = useState(startOpen);
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<Role[]>(['member']);
  const [withPassword, setWithPassword] = useState(!hasProvider);
  const [shown, setShown] = useState<string | null>(null);
  const create = useSubmit(
    async (input: CreateUser) => {
      const result = await onCreate(input);
      return result.ok ? { ok: true as const, data: input.password ?? null } : result;
    },
    {
      fields: ['email', 'name'],
      onDone: (password) => {
        setOpen(false);
        setShown(password);
        setEmail('');
        setName('');
        if (password === null) refresh();
      },
    },
  );
  function submit() {
    create.submit({
      email,
      name,
      roles: roles.map((role) => ({ tenant, role })),
      ...(withPassword ? { password: makePassword() } : {}),
    });
  }
  return (
    <>
      <FormDialog
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button variant="primary">
            <UserPlus aria-hidden />
            Invite person
          </Button>
        }
        title="Invite a person"
        description="They can sign in as soon as you have handed over the password."
        submitLabel="Make account"
        pending={create.pending}
        error={create.error}
        onSubmit={submit}
      >
        <Field label="E-mail" error={create.at('email')} required>
          <Input type="email" value={email} onChange={(e) => setEmail(e.target.value)} />
        </Field>
        <Field label="Name" error={create.at('name')} required>
          <Input value={name} onChange={(e) => setName(e.target.value)} />
        </Field>
        <RoleBoxes legend={`Roles in ${tenant}`} value={roles} onChange={setRoles} />
        {hasProvider && (
          <Switch
            label="Also give a password"
            hint="Off: they sign in through the identity provider only."
            checked={withPassword}
            onCheckedChange={setWithPassword}
          />
        )}
      </FormDialog>
      <SecretOnce
        secret={shown}
        title="Their first password"
        description="Hand it over on a way you trust. They can change it in Settings."
        onClose={() => {
          setShown(null);
          refresh();
        }}
      />
    </>
  );
}
