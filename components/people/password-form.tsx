'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useSubmit } from '@/components/ui/use-submit';
import { type ChangePassword, PASSWORD_MIN } from '@/lib/schemas/people';

type Result = { ok: true; data: unknown } | { ok: false; error: { message: string } };
type Props = {
  /** False for people who come through the identity provider only. */
  hasPassword: boolean;
  onChange: (input: ChangePassword) => Promise<Result>;
  onSignOutEverywhere: () => Promise<void>;
};

/** My password and my sessions. */
export function PasswordForm({ hasPassword, onChange, onSignOutEverywhere }: Props) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const save = useSubmit(onChange, {
    fields: ['current_password', 'new_password'],
    onDone: () => window.location.assign('/sign-in'),
  });
  return (
    <Card
      title="Sign-in"
      description="A new password ends every session, this one included."
      action={
        <ConfirmDialog
          trigger={<Button size="sm">Sign out everywhere</Button>}
          title="Sign out everywhere?"
          description="Every browser you are signed in with has to sign in again. Access tokens keep working."
          confirmLabel="Sign out everywhere"
          onConfirm={async () => {
            await onSignOutEverywhere();
            return undefined;
          }}
        />
      }
    >
      {hasPassword ? (
        <form
          className="grid max-w-md gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            save.submit({ current_password: current, new_password: next });
          }}
        >
          {save.error && <Callout tone="danger">{save.error}</Callout>}
          <Field label="Current password" error={save.at('current_password')} required>
            <Input
              type="password"
              autoComplete="current-password"
              value={current}
              onChange={(event) => setCurrent(event.target.value)}
            />
          </Field>
          <Field
            label="New password"
            hint={`At least ${PASSWORD_MIN} characters; a sentence is fine.`}
            error={save.at('new_password')}
            required
          >
            <Input
              type="password"
              autoComplete="new-password"
              value={next}
              onChange={(event) => setNext(event.target.value)}
            />
          </Field>
          <div>
            <Button type="submit" variant="primary" pending={save.pending}>
              Change password
            </Button>
          </div>
        </form>
      ) : (
        <p className="text-muted text-table">
          You sign in through your identity provider; change your password there.
        </p>
      )}
    </Card>
  );
}
