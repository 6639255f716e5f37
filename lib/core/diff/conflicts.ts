import { canonicalJson } from '@/lib/core/shared/json';

/** A field that both sides changed, each to something else. */
export type FieldConflict = { field: string; base: unknown; now: unknown; proposed: unknown };

/**
 * What a proposal and the record disagree on, field by field: changed since the proposal was made,
 * and not to what it proposes. Fields only one side changed do not conflict; a field is compared
 * as a whole. Absent and null are the same.
 */
export function findConflicts(
  base: Record<string, unknown>,
  now: Record<string, unknown>,
  proposed: Record<string, unknown>,
): FieldConflict[] {
  return Object.keys(base).flatMap((field) => {
    const [was, is, asked] = [base[field] ?? null, now[field] ?? null, proposed[field] ?? null];
    const moved = canonicalJson(was) !== canonicalJson(is);
    if (!moved || canonicalJson(is) === canonicalJson(asked)) return [];
    return [{ field, base: was, now: is, proposed: asked }];
  });
}
