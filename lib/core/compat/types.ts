import type { Verdict } from '@/lib/core/shared/domain';

/** `input`: what was accepted must stay accepted. `output`: what comes out must have been possible. */
export type Direction = 'input' | 'output';

export type ChangeKind =
  | 'type-changed'
  | 'enum-changed'
  | 'bounds-changed'
  | 'pattern-changed'
  | 'format-changed'
  | 'required-changed'
  | 'property-added'
  | 'property-removed'
  | 'additional-properties-changed'
  | 'items-changed'
  | 'unique-items-changed'
  | 'alternatives-changed'
  | 'schema-changed'
  | 'reference-unresolved'
  | 'keyword-undecided'
  | 'annotation-changed';

export type Change = {
  /** JSON pointer into the schema; `""` is its root. */
  path: string;
  kind: ChangeKind;
  verdict: Verdict;
  detail: string;
};

export type CompatResult = { verdict: Verdict; changes: Change[] };

/** The worst of several; `compatible` when there are none. */
export function worstVerdict(changes: readonly Pick<Change, 'verdict'>[]): Verdict {
  if (changes.some((change) => change.verdict === 'breaking')) return 'breaking';
  return changes.some((change) => change.verdict === 'unknown') ? 'unknown' : 'compatible';
}

/** Unknown counts as breaking until a reviewer rules otherwise. */
export function countsAsBreaking(verdict: Verdict): boolean {
  return verdict !== 'compatible';
}
