import { checkCompatibility } from '@/lib/core/compat/check';
import type { CompatResult, Direction } from '@/lib/core/compat/types';
import type { Json, JsonObject } from '@/lib/core/shared/json';
import { instanceOf } from './instances';
import { closedJudgeOf, type Judge, judgeOf } from './judge';
import type { Chance } from './random';

/** One side of a pair: what is asked of it again and again is made once. */
export type Side = {
  schema: JsonObject;
  /** As written. */
  open: Judge;
  /** Undeclared properties refused where nothing is said of them. */
  closed: Judge;
  instances: Json[];
};

/** Null where ajv cannot compile the schema: then nobody is a judge. */
export function sideOf(schema: JsonObject, chance: Chance, count: number): Side | null {
  const open = judgeOf(schema);
  const closed = closedJudgeOf(schema);
  if (open === null || closed === null) return null;
  const instances = Array.from({ length: count }, () => instanceOf(schema, chance));
  return { schema, open, closed, instances };
}

export type Trial = { result: CompatResult; tried: number; witness: Json | undefined };

/**
 * Asks for a verdict and looks for a value that speaks against `compatible`: for input one the old
 * side promised (closed where it says nothing) and the new one refuses, for output one the new
 * side can answer and the old one could not.
 */
export function tryPair(direction: Direction, old: Side, next: Side): Trial {
  const result = checkCompatibility({
    direction,
    oldSchema: old.schema,
    newSchema: next.schema,
  });
  const values = [...old.instances, ...next.instances];
  const from = direction === 'input' ? old.closed : next.open;
  const into = direction === 'input' ? next.open : old.open;
  const witness = values.find((value) => from(value) === true && into(value) === false);
  return { result, tried: values.length, witness };
}

/** For input, what the new side promises too: shows removed properties that formally still pass. */
export function promisedWitness(old: Side, next: Side): Json | undefined {
  const values = [...old.instances, ...next.instances];
  return values.find((value) => old.closed(value) === true && next.closed(value) === false);
}
