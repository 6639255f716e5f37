import { MEMBERS, type Member } from './cast';
import type { AnyRow } from './rows';

/** Who is to be refused this, in the order of the cast. */
export function refusedBy(row: AnyRow): Member[] {
  return MEMBERS.filter((member) => !row.may.includes(member));
}

/**
 * Codes that refuse this member and say no more than is theirs to know: another tenant's object is
 * not there, and so is, to an agent, what it may not discover.
 */
export function refusals(member: Member, row: AnyRow): readonly string[] {
  if (member === 'nobody' || member === 'revoked' || member === 'leaver')
    return ['UNAUTHENTICATED'];
  if (member === 'foreigner') return [row.anywhere ? 'FORBIDDEN' : 'NOT_FOUND'];
  if (row.hidden) return ['NOT_FOUND'];
  return member === 'agent' ? ['FORBIDDEN', 'NOT_FOUND'] : ['FORBIDDEN'];
}

/** May do it, and did; or was told that it stands in no state for it. */
export function isDone(row: AnyRow, answer: { ok: boolean; code: string | null }): boolean {
  return answer.ok || (row.meets ?? []).includes(answer.code ?? '');
}
