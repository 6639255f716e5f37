'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import type { SearchHit } from '@/components/shell/types';
import {
  forgetSession,
  rememberTenant,
  requireSessionContext,
  SIGN_IN_PATH,
  sessionActor,
} from '@/lib/auth/session';
import { tenantsOf } from '@/lib/services/people/load-user-actor';
import { findAnything } from '@/lib/services/search/find-anything';

const PATHS = { capability: '/capabilities', provider: '/providers', agent: '/agents' } as const;
const MAX_QUERY = 100;

/** The tenant to act in from now on; one that is not theirs changes nothing. */
export async function changeTenant(tenantId: string): Promise<void> {
  const actor = await sessionActor();
  if (!actor || !tenantsOf(actor).includes(tenantId)) return;
  await rememberTenant(tenantId);
  revalidatePath('/', 'layout');
}

export async function signOut(): Promise<void> {
  await forgetSession();
  redirect(SIGN_IN_PATH);
}

/** The palette's search. */
export async function search(query: string): Promise<readonly SearchHit[]> {
  const q = String(query).trim().slice(0, MAX_QUERY);
  if (q === '') return [];
  const ctx = await requireSessionContext();
  const found = await findAnything({ ctx, input: { q } });
  return found.map(({ kind, id, label, hint }) => ({
    id: `${kind}:${id}`,
    kind,
    label,
    hint,
    href: `${PATHS[kind]}/${encodeURIComponent(id)}`,
  }));
}
