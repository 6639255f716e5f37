import type { Risk } from '@/lib/core/shared/domain';
import { isNamedOnly } from '@/lib/core/shared/grants';

/** A grant as facts; `until` null means for ever. */
export type GrantFacts = {
  kind: 'capability' | 'provider' | 'tag' | 'type';
  target: string;
  discover: boolean;
  invoke: boolean;
  scopes: readonly string[];
  until: Date | null;
  major: number | null;
};

/** What a grant may cover. */
export type Coverable = {
  id: string;
  risk: Risk;
  type: string;
  tags: readonly string[];
  providerIds: readonly string[];
};

export function grantKey(grant: Pick<GrantFacts, 'kind' | 'target'>): string {
  return `${grant.kind} ${grant.target}`;
}

/** Whether a grant reaches a capability. HIGH and CRITICAL are reached by name only. */
export function covers(grant: GrantFacts, capability: Coverable): boolean {
  if (grant.kind === 'capability') return grant.target === capability.id;
  if (isNamedOnly(capability.risk)) return false;
  if (grant.kind === 'provider') return capability.providerIds.includes(grant.target);
  if (grant.kind === 'tag') return capability.tags.includes(grant.target);
  return grant.target === capability.type;
}

/** Whether `wide` gives everything `narrow` gives, for at least as long. */
export function gives(wide: GrantFacts, narrow: GrantFacts): boolean {
  if (narrow.discover && !wide.discover) return false;
  if (narrow.invoke && !wide.invoke) return false;
  if (!narrow.scopes.every((scope) => wide.scopes.includes(scope))) return false;
  if (wide.until === null) return true;
  return narrow.until !== null && narrow.until <= wide.until;
}

/**
 * The capabilities a new set of grants opens, or opens further, than the live grants of the old
 * set did. Taking away, or writing the same again, opens nothing.
 */
export function newlyOpened<C extends Coverable>(
  before: readonly GrantFacts[],
  after: readonly GrantFacts[],
  capabilities: readonly C[],
  now: Date,
): C[] {
  const live = before.filter((grant) => grant.until === null || grant.until > now);
  return capabilities.filter((capability) => {
    const had = live.filter((grant) => covers(grant, capability));
    return after
      .filter((grant) => covers(grant, capability))
      .some((grant) => !had.some((old) => gives(old, grant)));
  });
}

export function isSameGrant(a: GrantFacts, b: GrantFacts): boolean {
  return gives(a, b) && gives(b, a) && a.major === b.major;
}
