import { checkMapping, type MappingProblem } from '@/lib/core/deprecation/check-mapping';
import { checkGates } from '@/lib/core/lifecycle/gates';
import type { Tx } from '@/lib/db/transaction';
import type { DeprecationBody } from '@/lib/schemas/deprecation';
import type { Context } from '../context';
import { invalidField, ServiceError } from '../errors';
import { compareContracts } from './compare-contracts';
import { gateFacts } from './gate-facts';
import { throwOnFailures } from './gates';
import { loadMajors } from './majors';
import { bothContracts, replacementProblem } from './replacement';
import { type CapabilityRecord, objectOf } from './rows';

/** What stands against an announced end, and what callers would meet behind it. */
export async function judgeReplacement(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  {
    major = null,
    replacement,
    argument_mapping,
  }: Pick<DeprecationBody, 'replacement' | 'argument_mapping'> & {
    major?: number | null | undefined;
  },
) {
  const ending = { row, major };
  if (!replacement) {
    return {
      problem: null,
      compatibility: null,
      inputs: null,
      mapping: isEmpty(argument_mapping) ? [] : [NOTHING_TO_MAP_TO],
    };
  }
  const problem = await replacementProblem(tx, ending, replacement, ctx.now);
  const both = await bothContracts(tx, ending, replacement, ctx.now);
  const inputs = both && {
    before: objectOf(both.before.inputSchema),
    after: objectOf(both.after.inputSchema),
  };
  return {
    problem,
    compatibility: both && compareContracts(both.before, both.after),
    inputs,
    mapping: inputs ? checkMapping(argument_mapping, inputs.before, inputs.after) : [],
  };
}

const NOTHING_TO_MAP_TO: MappingProblem = {
  path: '',
  message: 'Without a replacement there is nothing to map arguments to.',
  severity: 'error',
};

function isEmpty({
  rename,
  constant,
  default: defaults,
  drop,
}: DeprecationBody['argument_mapping']) {
  return (
    [rename, constant, defaults].every((part) => Object.keys(part).length === 0) &&
    drop.length === 0
  );
}

/**
 * The end as it would be announced now.
 * @throws ServiceError PRECONDITION_FAILED, VALIDATION, at the field that is wrong.
 */
export async function requireSoundEnd(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  input: DeprecationBody,
): Promise<Awaited<ReturnType<typeof judgeReplacement>>> {
  if (row.status !== 'PRODUCTION' && row.status !== 'DEPRECATED') {
    throw new ServiceError(
      'PRECONDITION_FAILED',
      `Only what is live can be deprecated; it is in ${row.status}.`,
    );
  }
  const judged = await judgeReplacement(tx, ctx, row, input);
  const facts = await gateFacts(tx, row, {
    decision: null,
    deprecation: {
      announcedAt: input.announced_at ? new Date(input.announced_at) : ctx.now,
      disableAt: new Date(input.disable_at),
      replacementProblem: judged.problem,
    },
    now: ctx.now,
  });
  throwOnFailures(checkGates({ ...facts, status: 'PRODUCTION' }, 'DEPRECATED'), 'DEPRECATED');
  const wrong = judged.mapping.find(({ severity }) => severity === 'error');
  if (wrong) {
    const path = ['argument_mapping', wrong.path].filter(Boolean).join('.');
    throw invalidField(path, wrong.message);
  }
  if (input.major !== undefined) await requireEndable(tx, row, input.major, ctx.now);
  return judged;
}

/** The current major cannot end beside the others: new agents would be put on what ends. */
async function requireEndable(
  tx: Tx,
  row: CapabilityRecord,
  major: number,
  now: Date,
): Promise<void> {
  const found = (await loadMajors(tx, row, now)).find((one) => one.major === major);
  if (!found || found.state === 'retired') {
    throw invalidField('major', `It has no live major ${major}.`);
  }
  if (major === row.currentMajor) {
    throw invalidField(
      'major',
      `Major ${major} is the current one; publish the next first, or deprecate the whole capability.`,
    );
  }
}
