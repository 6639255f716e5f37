import type { JsonSchema } from '@/lib/core/shared/json';
import { compareText } from '@/lib/core/shared/top';
import { COMPARE } from './compare';
import { excessOf, nodeOf, openDocument, siteAt } from './document';
import { type Change, type CompatResult, type Direction, worstVerdict } from './types';
import { emit, LimitReached, show, startWalk, type Walk } from './walk';

/**
 * Compares two JSON Schemas (draft-04 to 2020-12, each read in its own dialect) in one direction.
 *
 * Input: everything callers may send by the old schema must be accepted by the new one.
 * Output: everything the new schema can answer must have been possible before.
 * `compatible` is a proof; what is not decided is `unknown` and counts as breaking. How objects
 * are read that say nothing of further properties stands in reading.ts. The method is structural
 * subset checking in the manner of Habib et al., "Finding Data Compatibility Bugs with JSON
 * Subschema Checking" (2021), with recursion by coinduction and examples for what breaks. The
 * work is bounded by a count of steps, so an answer comes within some tens of milliseconds.
 */
export function checkCompatibility(input: {
  direction: Direction;
  oldSchema: JsonSchema;
  newSchema: JsonSchema;
}): CompatResult {
  const { direction, oldSchema, newSchema } = input;
  const excess = excessOf(oldSchema) ?? excessOf(newSchema);
  if (excess !== null) return tooLarge(`Not compared: a schema ${excess}.`);
  const before = openDocument(oldSchema);
  const after = openDocument(newSchema);
  const [sub, sup] = direction === 'input' ? [before, after] : [after, before];
  const walk = startWalk(direction, sub, sup);
  compareRoots(walk);
  const changes = sortChanges(walk.findings.map(toChange));
  return { verdict: worstVerdict(changes), changes };
}

function compareRoots(walk: Walk): void {
  const [sub, sup] = [walk.sub, walk.sup].map((doc) => nodeOf(siteAt(doc.root, doc, '')));
  if (!sub || !sup) return;
  try {
    COMPARE.nodes(walk, sub, sup);
  } catch (error) {
    // Out of stack or of text: a schema that turns in a circle before the count of steps runs out.
    if (!(error instanceof LimitReached || error instanceof RangeError)) throw error;
    walk.quiet = 0;
    emit(walk, '', 'too-large', 'unknown', TOO_ENTANGLED);
  }
}

const TOO_ENTANGLED = 'Too large or too entangled to compare to the end.';

function tooLarge(detail: string): CompatResult {
  const change: Change = { path: '', kind: 'too-large', verdict: 'unknown', detail };
  return { verdict: 'unknown', changes: [change] };
}

function toChange({ example, isTried, ...change }: Walk['findings'][number]): Change {
  const isTold = example === undefined || change.kind === 'enum-changed';
  if (change.verdict !== 'breaking' || isTold) return change;
  return { ...change, detail: `${change.detail} For example ${show(example.value)}.` };
}

const ORDER = { breaking: 0, unknown: 1, compatible: 2 } as const;

/** Worst first, then by path; equal findings once, and no good news of what is bad news as well. */
function sortChanges(changes: readonly Change[]): Change[] {
  const unique = new Map(changes.map((change) => [JSON.stringify(change), change]));
  const topicOf = ({ path, kind }: Change) => `${kind} ${path}`;
  const bad = new Set(changes.filter(({ verdict }) => verdict !== 'compatible').map(topicOf));
  return [...unique.values()]
    .filter((change) => change.verdict !== 'compatible' || !bad.has(topicOf(change)))
    .sort(
      (a, b) =>
        ORDER[a.verdict] - ORDER[b.verdict] ||
        compareText(a.path, b.path) ||
        compareText(a.kind, b.kind) ||
        compareText(a.detail, b.detail),
    );
}
