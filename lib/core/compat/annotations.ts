import type { JsonObject } from '@/lib/core/shared/json';
import type { Change } from './types';

type Hints = JsonObject | null | undefined;

/** What saying nothing means, by the Model Context Protocol. */
const DEFAULTS = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
} as const;
type Hint = keyof typeof DEFAULTS;

/** In which direction each hint gets worse, what that weighs, and how it is said. */
const RULES: readonly {
  hint: Hint;
  worseWhen: boolean;
  weighs: 'breaking' | 'unknown';
  worse: string;
  better: string;
  /** Means nothing of a capability that only reads. */
  ofWritingOnly: boolean;
}[] = [
  {
    hint: 'readOnlyHint',
    worseWhen: false,
    weighs: 'breaking',
    worse: 'No longer declared to only read.',
    better: 'Declared to only read now.',
    ofWritingOnly: false,
  },
  {
    hint: 'destructiveHint',
    worseWhen: true,
    weighs: 'breaking',
    worse: 'May destroy now.',
    better: 'Declared not to destroy now.',
    ofWritingOnly: true,
  },
  {
    hint: 'idempotentHint',
    worseWhen: false,
    weighs: 'unknown',
    worse: 'No longer safe to repeat.',
    better: 'Safe to repeat now.',
    ofWritingOnly: true,
  },
  {
    hint: 'openWorldHint',
    worseWhen: true,
    weighs: 'unknown',
    worse: 'May reach outside now.',
    better: 'No longer reaches outside.',
    ofWritingOnly: false,
  },
];

/**
 * Changes of annotations, each hint by the protocol's default where it is absent. A worse effect is
 * breaking, for what an agent may do without asking was decided on the milder one. Losing the
 * promise that a call can be repeated, or reaching out of a closed world, is for a reviewer to
 * judge. What is said of writing counts for nothing while a capability only reads; one that says
 * both that it only reads and that it destroys is taken to destroy.
 */
export function compareAnnotations(before: Hints, after: Hints): Change[] {
  const [from, into] = [read(before), read(after)];
  return RULES.flatMap(({ hint, worseWhen, weighs, worse, better, ofWritingOnly }) => {
    if (from[hint] === into[hint]) return [];
    const isWorse = into[hint] === worseWhen;
    if (ofWritingOnly && (into.readOnlyHint || (!isWorse && from.readOnlyHint))) return [];
    return [
      {
        path: `/annotations/${hint}`,
        kind: 'annotation-changed',
        verdict: isWorse ? weighs : 'compatible',
        detail: `${isWorse ? worse : better} ${hint}: ${from[hint]} -> ${into[hint]}`,
      },
    ];
  });
}

/** What hints come to; silence about destroying is no danger beside reading only. */
function read(hints: Hints): Record<Hint, boolean> {
  const said = (hint: Hint) => {
    const held = hints?.[hint];
    return typeof held === 'boolean' ? held : DEFAULTS[hint];
  };
  const isReading = said('readOnlyHint') && hints?.destructiveHint !== true;
  return {
    readOnlyHint: isReading,
    destructiveHint: !isReading && said('destructiveHint'),
    idempotentHint: isReading || said('idempotentHint'),
    openWorldHint: said('openWorldHint'),
  };
}
