import type { Node } from './document';
import { declaredNames, type Given, propertyOf, restOf } from './given';
import { isHollow } from './hollow';
import { includes, matches } from './pattern/inclusion';
import { isReadClosed, type Surroundings, surroundingsOf } from './reading';
import { emit, show, type Walk } from './walk';

/**
 * Which names are declared at all, by whichever schema of the object. Names that went and came are
 * reported here once; under the reading of inputs (reading.ts) one that went is breaking.
 */
export function comparePresence(walk: Walk, given: Given, sup: Node): void {
  const around = surroundingsOf(walk, sup);
  if (!around.speaksOfObjects) return;
  const isClosed = isReadClosed(walk, around);
  const from = new Set(declaredNames(walk, given));
  for (const name of from) {
    if (isDeclared(walk, around, name) || isHollow(walk, propertyOf(walk, given, name))) continue;
    reportDropped(walk, given, name, isClosed, !around.saysOfRest);
  }
  for (const [name, [first]] of around.declared) {
    if (from.has(name) || given.around.declared.has(name) || first === undefined) continue;
    if (isHollow(walk, { sites: [first], path: first.path })) continue;
    const isNew = walk.direction === 'input';
    const kind = isNew ? 'property-added' : 'property-removed';
    emit(walk, first.path, kind, 'compatible', `${show(name)} is ${isNew ? 'added' : 'removed'}.`);
  }
  if (isClosed) compareOpenness(walk, given, around);
}

function isDeclared(walk: Walk, around: Surroundings, name: string): boolean {
  return (
    around.declared.has(name) ||
    around.patterns.some(({ pattern }) => matches(pattern, name, walk.patterns) === true)
  );
}

function reportDropped(
  walk: Walk,
  given: Given,
  name: string,
  isClosed: boolean,
  isSilent: boolean,
): void {
  const isInput = walk.direction === 'input';
  const kind = isInput ? 'property-removed' : 'property-added';
  const path = propertyOf(walk, given, name).path;
  if (isClosed) {
    emit(walk, path, kind, 'breaking', `${show(name)} is no longer declared, and callers send it.`);
    return;
  }
  const word = isInput ? 'removed' : 'added';
  const why = isSilent ? 'readers ignore what they do not know' : 'a rule for the rest holds of it';
  emit(walk, path, kind, 'compatible', `${show(name)} is ${word}; ${why}.`);
}

/** More than listed names was promised, and only listed ones are now. */
function compareOpenness(walk: Walk, given: Given, around: Surroundings): void {
  const { rest, patterns } = restOf(walk, given);
  const path = rest.path;
  const kind = 'additional-properties-changed';
  if (!isHollow(walk, rest)) {
    const detail = 'Other properties were promised to be accepted, and only listed ones are now.';
    emit(walk, path, kind, 'breaking', detail);
  }
  for (const { pattern, node } of patterns) {
    const isHeld = around.patterns.some(
      (other) =>
        other.pattern === pattern ||
        includes([pattern], other.pattern, walk.patterns)?.holds === true,
    );
    if (isHeld || isHollow(walk, node)) continue;
    const detail = `Properties named by ${show(pattern)} are no longer declared.`;
    emit(walk, node.path, kind, 'breaking', detail);
  }
}
