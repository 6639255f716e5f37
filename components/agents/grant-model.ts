import {
  CAPABILITY_TYPES,
  GRANT_TARGET_KINDS,
  type GrantTargetKind,
} from '@/lib/core/shared/domain';
import type { GrantInput } from '@/lib/schemas/agents';

/** The one target a grant names. */
export function targetOf({ target }: Pick<GrantInput, 'target'>): {
  kind: GrantTargetKind;
  id: string;
} {
  const kind = GRANT_TARGET_KINDS.find((name) => target[name] !== undefined) ?? 'capability';
  return { kind, id: target[kind] ?? '' };
}

/** A new grant to discover and invoke, or null when there is no such target to name. */
export function newGrant(kind: GrantTargetKind, id: string): GrantInput | null {
  const rest = { discover: true, invoke: true, scopes: [], until: null, major: null };
  if (id === '') return null;
  if (kind !== 'type') return { target: { [kind]: id }, ...rest };
  const type = CAPABILITY_TYPES.find((known) => known === id);
  return type ? { target: { type }, ...rest } : null;
}

/** `2030-01-31` of a time, for a date field. */
export function dayOf(time: string | null): string {
  return time ? time.slice(0, 10) : '';
}

/** The last moment of a day, in UTC; an empty field means for ever. */
export function endOfDay(day: string): string | null {
  return day === '' ? null : `${day}T23:59:59Z`;
}
