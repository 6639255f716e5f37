import type { JsonSchema } from '@/lib/core/shared/json';
import { compareSchemas, reportTooLarge } from './compare';
import { openDocument } from './document';
import { type Change, type CompatResult, type Direction, worstVerdict } from './types';
import { startWalk } from './walk';

/**
 * Compares two JSON Schemas (draft-06 to 2020-12) in one direction.
 *
 * Input: everything the old schema accepts must be accepted by the new one.
 * Output: everything the new schema can answer must have been possible before.
 * `compatible` is a proof; what is not decided is `unknown` and counts as
 * breaking. The method is structural subset checking in the manner of Habib et
 * al., "Finding Data Compatibility Bugs with JSON Subschema Checking" (2021), cut
 * down to what can be explained to the person who reads the change.
 */
export function checkCompatibility(input: {
  direction: Direction;
  oldSchema: JsonSchema;
  newSchema: JsonSchema;
}): CompatResult {
  const { direction, oldSchema, newSchema } = input;
  const before = openDocument(oldSchema);
  const after = openDocument(newSchema);
  const [sub, sup] = direction === 'input' ? [before, after] : [after, before];
  const walk = startWalk(direction, sub, sup);
  compareSchemas(walk, sub.root, sup.root, '');
  if (walk.stepsLeft < 0) reportTooLarge(walk);
  const changes = sortChanges(walk.changes);
  return { verdict: worstVerdict(changes), changes };
}

const ORDER = { breaking: 0, unknown: 1, compatible: 2 } as const;

/** Worst first, then by path; equal findings once. */
function sortChanges(changes: readonly Change[]): Change[] {
  const unique = new Map(changes.map((change) => [JSON.stringify(change), change]));
  return [...unique.values()].sort(
    (a, b) =>
      ORDER[a.verdict] - ORDER[b.verdict] ||
      compareText(a.path, b.path) ||
      compareText(a.kind, b.kind) ||
      compareText(a.detail, b.detail),
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
