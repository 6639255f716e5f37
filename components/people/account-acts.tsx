'use client';

import { useState } from 'react';
import { SecretOnce } from '@/components/keys/secret-once';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import type { UpdateUser, User } from '@/lib/schemas/people';
import { makePassword } from './make-password';

type Result = { ok: true; data: User } | { ok: false; error: { message: string } };
type Props = { user: User; self: boolean; onSave: (input: UpdateUser) => Promise<Result> };

/** What ends somebody's sessions: a new password, deactivation. */
export function AccountActs({ user, self, onSave }: Props) {
  const { refresh } = useNavigation();
  const [secret, setSecret] = useState<string | null>(null);
  const base = { id: user.id, row_version: user.row_version };
  return (
    <>
      <ConfirmDialog
        trigger={<Button>New password</Button>}
        title={`Give ${user.name} a new password?`}
        description="It replaces the old one and signs them out everywhere. You see it once, to hand it over."
        confirmLabel="Make new password"
        onConfirm={async () => {
          const password = makePassword();
          const result = await onSave({ ...base, password });
          if (!result.ok) return { error: result.error.message };
          setSecret(password);
          return undefined;
        }}
      />
      {!self && (
        <ConfirmDialog
          danger={user.active}
          trigger={
            <Button variant={user.active ? 'danger-outline' : 'secondary'}>
              {user.active ? 'Deactivate' : 'Reactivate'}
            </Button>
          }
          title={user.active ? `Deactivate ${user.name}?` : `Reactivate ${user.name}?`}
          description={
            user.active
              ? 'Every session ends at once and every access token is revoked. What they wrote stays on record.'
              : 'They can sign in again. Their access tokens stay revoked.'
          }
          confirmLabel={user.active ? 'Deactivate' : 'Reactivate'}
          onConfirm={async () => {
            const result = await onSave({ ...base, active: !user.active });
            if (!result.ok) return { error: result.error.message };
            notify.success(user.active ? 'Deactivated' : 'Reactivated');
            refresh();
            return undefined;
          }}
        />
      )}
      <SecretOnce
        secret={secret}
        title="Their new password"
        description="Hand it over on a way you trust."
        onClose={() => {
          setSecret(null);
          refresh();
        }}
      />
    </>
  );
}
