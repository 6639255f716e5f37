'use client';

import { signIn } from 'next-auth/react';
import { useState } from 'react';
import { SignInForm } from '@/components/shell/sign-in-form';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { problemText } from './texts';

type Props = { next: string; error?: string; oidc?: { label: string } };

/** The password form, and the identity provider's button where there is one. */
export function SignIn({ next, error, oidc }: Props) {
  const [leaving, setLeaving] = useState(false);

  async function submit(input: { email: string; password: string }) {
    const result = await signIn('password', { ...input, redirect: false }).catch(() => null);
    if (!result) return { error: 'Capstan did not answer. Check your connection and try again.' };
    if (result.error) return { error: problemText(result.error) ?? 'Sign-in did not work.' };
    // A full load, so that nothing rendered for somebody else stays in the browser's cache.
    window.location.assign(next);
    return undefined;
  }

  return (
    <div className="grid gap-4">
      {error && <Callout tone="danger">{error}</Callout>}
      <SignInForm onSubmit={submit} />
      {oidc && (
        <>
          <div aria-hidden className="flex items-center gap-3 text-muted text-xs">
            <span className="h-px flex-1 bg-border" />
            or
            <span className="h-px flex-1 bg-border" />
          </div>
          <Button
            size="lg"
            pending={leaving}
            onClick={() => {
              setLeaving(true);
              signIn('oidc', { callbackUrl: next }).catch(() => setLeaving(false));
            }}
          >
            {oidc.label}
          </Button>
        </>
      )}
    </div>
  );
}
