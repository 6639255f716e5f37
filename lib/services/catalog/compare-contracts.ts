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

type Hints = Record<string, unknown>;

/** What a caller may rely on: read-only stays read-only, harmless stays harmless. */
const PROMISES = [
  { hint: 'readOnlyHint', promised: true, absent: false, says: 'read-only' },
  { hint: 'destructiveHint', promised: false, absent: true, says: 'not destructive' },
  { hint: 'idempotentHint', promised: true, absent: false, says: 'idempotent' },
  { hint: 'openWorldHint', promised: false, absent: true, says: 'closed to the outside world' },
] as const;

function compareAnnotations(before: Hints, after: Hints): Change[] {
  return PROMISES.flatMap(({ hint, promised, absent, says }): Change[] => {
    const was = typeof before[hint] === 'boolean' ? before[hint] : absent;
    const is = typeof after[hint] === 'boolean' ? after[hint] : absent;
    if (was === is) return [];
    const broken = was === promised;
    return [
      {
        path: `/annotations/${hint}`,
        kind: 'annotation-changed',
        verdict: broken ? 'breaking' : 'compatible',
        detail: broken ? `It was ${says} and no longer is.` : `It is ${says} now.`,
      },
    ];
  });
}
