import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { sessionActor } from '@/lib/auth/session';
import { findAdminNames } from '@/lib/services/people/find-admin-names';
import { tenantsOf } from '@/lib/services/people/load-user-actor';
import { signOut } from '../../(console)/frame-actions';
import { AuthCard } from '../auth-card';
import { SignOutButton } from './sign-out-button';

export const metadata: Metadata = { title: 'No role yet' };

/** Somebody the identity provider knows and Capstan does not, yet: says whom to ask. */
export default async function NoRolePage() {
  const actor = await sessionActor();
  if (!actor) redirect('/sign-in');
  if (tenantsOf(actor).length > 0) redirect('/');
  const admins = await findAdminNames();
  return (
    <AuthCard title="You have no role yet" subtitle={`Signed in as ${actor.email}`}>
      <div className="grid gap-4 text-sm">
        <p>
          Your account is there, but nobody has given it a role. Ask an admin of this Capstan and
          come back:
        </p>
        <ul className="grid gap-1">
          {admins.map((name) => (
            <li key={name} className="font-medium">
              {name}
            </li>
          ))}
        </ul>
        <SignOutButton onSignOut={signOut} />
      </div>
    </AuthCard>
  );
}
