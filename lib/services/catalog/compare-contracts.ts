import { compareAnnotations } from '@/lib/core/compat/annotations';
import { checkCompatibility } from '@/lib/core/compat/check';
import { type Change, type CompatResult, worstVerdict } from '@/lib/core/compat/types';
import { objectOf } from './rows';

export type Contract = { inputSchema: unknown; outputSchema: unknown; annotations: unknown };

/** Both schemas and the annotations of two contracts, as one list of changes. */
export function compareContracts(before: Contract, after: Contract): CompatResult {
  const input = checkCompatibility({
    direction: 'input',
    oldSchema: objectOf(before.inputSchema),
    newSchema: objectOf(after.inputSchema),
  });
  const output = checkCompatibility({
    direction: 'output',
    oldSchema: objectOf(before.outputSchema),
    newSchema: objectOf(after.outputSchema),
  });
  const changes: Change[] = [
    ...input.changes.map((change) => ({ ...change, path: `/input_schema${change.path}` })),
    ...output.changes.map((change) => ({ ...change, path: `/output_schema${change.path}` })),
    ...compareAnnotations(objectOf(before.annotations), objectOf(after.annotations)),
  ];
  return { verdict: worstVerdict(changes), changes };
}
