'use client';

import { useEffect, useRef, useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

type SignInFormProps = {
  /** Returns `{ error }` to show, or moves to the next page itself. */
  onSubmit: (input: { email: string; password: string }) => Promise<{ error: string } | undefined>;
  /** A second way in: "Continue with Okta". */
  oidc?: { label: string; href: string };
  /** Shown above: "Your session ended", "Signed out". */
  notice?: string;
};

/** What was typed stays when the answer is no. */
export function SignInForm({ onSubmit, oidc, notice }: SignInFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [pending, start] = useTransition();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Who was faster than the page goes on where they are.
    if (document.activeElement === document.body) first.current?.focus();
  }, []);
  return (
    <div className="grid gap-4">
      {notice && !error && <Callout>{notice}</Callout>}
      {error && <Callout tone="danger">{error}</Callout>}
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          start(async () => {
            const result = await onSubmit({ email: email.trim(), password });
            setError(result?.error ?? null);
          });
        }}
      >
        <Field label="E-mail">
          <Input
            ref={first}
            type="email"
            name="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            className="h-9"
          />
        </Field>
        <Field label="Password">
          <Input
            type="password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            className="h-9"
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" pending={pending}>
          Sign in
        </Button>
      </form>
      {oidc && (
        <>
          <div className="flex items-center gap-3 text-muted text-xs">
            <span className="h-px flex-1 bg-border" />
            or
            <span className="h-px flex-1 bg-border" />
          </div>
          <Button asChild size="lg">
            <a href={oidc.href}>{oidc.label}</a>
          </Button>
        </>
      )}
    </div>
  );
}
