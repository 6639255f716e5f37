import type { Json } from '@/lib/core/shared/json';
import type { Node, Site } from './document';
import { accepts } from './evaluate';
import type { Given } from './given';
import {
  declaredKinds,
  describeKinds,
  intervalOf,
  type Kinds,
  listedValues,
  VALUE_KINDS,
} from './values';
import { describeChange, emit, show, type Walk } from './walk';

/** Whole numbers in so small a range are tried one by one. */
const MAX_RANGE = 64;
const MAX_LISTED = 5_000;

/** The only values a shape can hold, where they are few. */
function finiteValues(given: Given, kinds: Kinds): Json[] | null {
  const listed = listedValues(given.shape.parts);
  if (listed !== null) return listed;
  const values: Json[] = [];
  for (const kind of kinds) {
    if (kind === 'null') values.push(null);
    else if (kind === 'boolean') values.push(true, false);
    else if (kind === 'integer') {
      const { low, high } = intervalOf(given.shape.parts, true);
      if (!(high - low < MAX_RANGE)) return null;
      for (let value = low; value <= high; value += 1) values.push(value);
    } else return null;
  }
  return values;
}

/** Few values on the narrow side: each is tried. True when that settled the question. */
export function compareFinite(
  walk: Walk,
  given: Given,
  kinds: Kinds,
  sup: Node,
  path: string,
): boolean {
  const values = finiteValues(given, kinds);
  if (values === null || values.length > MAX_LISTED) return false;
  const held = values.filter((value) => accepts(walk, value, given.shape.parts) !== false);
  const answers = held.map((value) => accepts(walk, value, sup.sites));
  const refused = held.filter((_value, index) => answers[index] === false);
  if (refused.some((value) => accepts(walk, value, given.shape.parts) === null)) return false;
  if (refused.length > 0) {
    // Types and bounds say it better than a list nobody wrote.
    if (listedValues(given.shape.parts) === null) return false;
    const more = refused.length > 5 ? ` and ${refused.length - 5} more` : '';
    const list = refused.slice(0, 5).map(show).join(', ') + more;
    const detail =
      walk.direction === 'input'
        ? `No longer accepted: ${list}.`
        : `May be answered now and could not before: ${list}.`;
    const [first] = refused;
    emit(walk, path, 'enum-changed', 'breaking', detail, { value: first ?? null });
    return true;
  }
  if (answers.includes(null)) return false;
  describeWidening(walk, given, sup, path);
  return true;
}

function describeWidening(walk: Walk, given: Given, sup: Node, path: string): void {
  const listed = listedValues(given.shape.parts);
  if (listed === null) return;
  const wider = listedValues(sup.sites);
  if (wider !== null && wider.length === listed.length) return;
  const detail = `values: ${describeChange(walk, listed, wider ?? undefined)}`;
  emit(walk, path, 'enum-changed', 'compatible', detail);
}

/** Every kind of value the shape holds must be let through by all parts of `sup`. */
export function compareTypes(walk: Walk, kinds: Kinds, parts: readonly Site[], path: string): void {
  const into = new Set(
    VALUE_KINDS.filter((kind) => parts.every(({ schema }) => declaredKinds(schema).has(kind))),
  );
  const lost = [...kinds].filter((kind) => !into.has(kind));
  if (lost.length === 0 && (into.size === kinds.size || into.size === VALUE_KINDS.length)) return;
  const [before, after] = walk.direction === 'input' ? [kinds, into] : [into, kinds];
  emit(
    walk,
    path,
    'type-changed',
    lost.length === 0 ? 'compatible' : 'breaking',
    `type: ${describeKinds(before)} -> ${describeKinds(after)}`,
  );
}

/** `sup` lists values and the shape holds more than can be tried. */
export function compareListed(
  walk: Walk,
  given: Given,
  parts: readonly Site[],
  path: string,
): void {
  const wanted = listedValues(parts);
  if (wanted === null) return;
  const given_ = listedValues(given.shape.parts) ?? undefined;
  emit(walk, path, 'enum-changed', 'unknown', `values: ${describeChange(walk, given_, wanted)}`);
}
