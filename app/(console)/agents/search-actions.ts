'use server';

import { requireSessionContext } from '@/lib/auth/session';
import { findAnything } from '@/lib/services/search/find-anything';

type Choice = { value: string; label: string; hint: string };

/** What a grant can be on: capabilities or providers by id or name. */
export async function searchTargets(
  kind: 'capability' | 'provider',
  query: string,
): Promise<readonly Choice[]> {
  const ctx = await requireSessionContext();
  const found = await findAnything({ ctx, input: { q: String(query).trim().slice(0, 100) } });
  return found
    .filter((hit) => hit.kind === kind)
    .map(({ id, label }) => ({ value: id, label: id, hint: label === id ? '' : label }));
}

export async function searchCapabilities(query: string): Promise<readonly Choice[]> {
  return searchTargets('capability', query);
}
