import type { AnyRow } from './rows';
import { adminRows } from './rows-admin';
import { catalogRows } from './rows-catalog';
import { governanceRows } from './rows-governance';
import { messageRows } from './rows-messages';
import { ownershipRows } from './rows-ownership';
import { runRows } from './rows-run';

/** Who may what, verb by verb, as every door has to hold it. */
export const MATRIX: readonly AnyRow[] = [
  ...catalogRows,
  ...governanceRows,
  ...messageRows,
  ...ownershipRows,
  ...runRows,
  ...adminRows,
];
