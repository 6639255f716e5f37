import type { Verdict } from '@/lib/core/shared/domain';
import type { ChangeKind } from './kinds';

/** `input`: what was accepted must stay accepted. `output`: what comes out must have been possible. */
export type Direction = 'input' | 'output';

export type Change = {
  /** JSON Pointer into the new schema; into the old one where the new has no such place. */
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
