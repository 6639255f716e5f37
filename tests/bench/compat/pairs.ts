import type { Direction } from '@/lib/core/compat/types';
import type { JsonObject } from '@/lib/core/shared/json';
import { mutate } from '../../support/compat/mutate';
import { MUTATORS } from '../../support/compat/mutators';
import { chanceOf } from '../../support/compat/random';
import {
  promisedWitness,
  type Side,
  sideOf,
  type Trial,
  tryPair,
} from '../../support/compat/soundness';
import type { Rival } from './rival';
import type { NamedSchema } from './schemas';

const INSTANCES = 25;

export type Counts = {
  pairs: number;
  instances: number;
  compatible: number;
  breaking: number;
  /** Breaking, and a value was made that shows it. */
  witnessed: number;
  /** Unknown because a default or a format differs, whose meaning no schema says. */
  unknownByDefinition: number;
  /** Unknown for want of a proof. */
  undecided: number;
  unsound: number;
};

export type RivalCounts = {
  pairs: number;
  compatible: number;
  breaking: number;
  failed: number;
  late: number;
  unsound: number;
};

export type Report = {
  counts: Counts;
  rival: RivalCounts;
  byKind: Map<string, Counts>;
  /** What spoke against a proof, to look at. */
  unsound: string[];
  skipped: number;
};

const none = (): Counts => ({
  pairs: 0,
  instances: 0,
  compatible: 0,
  breaking: 0,
  witnessed: 0,
  unknownByDefinition: 0,
  undecided: 0,
  unsound: 0,
});

/** Every schema against a mutation of every kind, in both directions, beside json-schema-diff. */
export async function runPairs(
  schemas: readonly NamedSchema[],
  rival: Rival | null,
  progress: (done: number) => void,
): Promise<Report> {
  const report: Report = {
    counts: none(),
    rival: { pairs: 0, compatible: 0, breaking: 0, failed: 0, late: 0, unsound: 0 },
    byKind: new Map(Object.keys(MUTATORS).map((kind) => [kind, none()])),
    unsound: [],
    skipped: 0,
  };
  for (const [index, named] of schemas.entries()) {
    const old = sideOf(named.schema, chanceOf(index + 1), INSTANCES);
    // An invalid schema has no instances, and no judge.
    if (old === null) report.skipped += 1;
    else await runSchema(named, index, old, rival, report);
    progress(index + 1);
  }
  return report;
}

async function runSchema(
  { name, schema }: NamedSchema,
  index: number,
  old: Side,
  rival: Rival | null,
  report: Report,
): Promise<void> {
  for (const [at, [kind, mutator]] of Object.entries(MUTATORS).entries()) {
    const chance = chanceOf(index * 1_000 + at);
    const mutated = mutate(schema, mutator, chance);
    const next = mutated && sideOf(mutated, chance, INSTANCES);
    if (!next) continue;
    const answer = await rival?.ask(plain(old.schema), plain(next.schema));
    for (const direction of ['input', 'output'] as const) {
      const trial = tryPair(direction, old, next);
      const where = report.byKind.get(kind) ?? none();
      for (const counts of [report.counts, where]) count(counts, direction, trial, old, next);
      const isUnsound = trial.result.verdict === 'compatible' && trial.witness !== undefined;
      if (isUnsound) {
        report.unsound.push(`${name} | ${kind} | ${direction} | ${JSON.stringify(trial.witness)}`);
      }
      if (answer) countRival(report.rival, direction, answer, trial);
    }
  }
}

/** A copy: the other library follows references by writing into what it is given. */
function plain(schema: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema));
}

function count(
  counts: Counts,
  direction: Direction,
  { result, tried, witness }: Trial,
  old: Side,
  next: Side,
): void {
  counts.pairs += 1;
  counts.instances += tried;
  if (result.verdict === 'compatible') {
    counts.compatible += 1;
    if (witness !== undefined) counts.unsound += 1;
  } else if (result.verdict === 'breaking') {
    counts.breaking += 1;
    const shown = witness ?? (direction === 'input' ? promisedWitness(old, next) : undefined);
    if (shown !== undefined) counts.witnessed += 1;
  } else {
    const open = result.changes.filter(({ verdict }) => verdict === 'unknown');
    const isRemark = open.every(
      ({ kind }) => kind === 'default-changed' || kind === 'format-changed',
    );
    if (isRemark) counts.unknownByDefinition += 1;
    else counts.undecided += 1;
  }
}

function countRival(
  counts: RivalCounts,
  direction: Direction,
  answer: Awaited<ReturnType<Rival['ask']>>,
  { witness }: Trial,
): void {
  counts.pairs += 1;
  if ('late' in answer) counts.late += 1;
  else if ('failed' in answer) counts.failed += 1;
  else if (direction === 'input' ? answer.removals : answer.additions) counts.breaking += 1;
  else {
    counts.compatible += 1;
    if (witness !== undefined) counts.unsound += 1;
  }
}
