import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { sessionActor } from '@/lib/auth/session';
import { getInstallation } from '@/lib/services/settings/get-installation';
import { AuthCard } from '../auth-card';
import { SignIn } from './sign-in';
import { localPath, problemText } from './texts';

export const metadata: Metadata = { title: 'Sign in' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignInPage({ searchParams }: Props) {
  const query = await searchParams;
  const next = localPath(query.next ?? query.callbackUrl);
  if (await sessionActor()) redirect(next);
  const { oidc } = getInstallation();
  const error = problemText(query.error);
  return (
    <AuthCard title="Sign in to Capstan" subtitle="The registry of what your agents can do">
      <SignIn
        next={next}
        {...(error ? { error } : {})}
        {...(oidc ? { oidc: { label: `Continue with ${oidc.name}` } } : {})}
      />
    </AuthCard>
  );
}
