import type { JsonObject } from '@/lib/core/shared/json';
import { type Document, dereference, type Schema, schemaList, withoutText } from './document';
import type { CompareSchemas } from './structures';
import { areDisjoint, declaredKinds, describeKinds } from './values';
import { describeChange, emit, holds, meansSame, type Walk } from './walk';

/**
 * `sup` offers alternatives. Proven when all of `sub` fits one of them, or when
 * `sub` falls into parts that each fit one. For `oneOf` the alternatives must also
 * exclude each other, for a value that fits two fits none.
 */
export function compareAlternatives(
  walk: Walk,
  sub: JsonObject,
  sup: JsonObject,
  keyword: 'anyOf' | 'oneOf',
  path: string,
  compare: CompareSchemas,
): void {
  const at = `${path}/${keyword}`;
  if (meansSame(walk, sub[keyword] ?? [], sup[keyword] ?? [])) return;
  const branches = schemaList(sup[keyword]);
  if (keyword === 'oneOf' && !excludeEachOther(walk.sup, branches)) {
    const detail = 'The alternatives of oneOf may overlap; that is not compared.';
    emit(walk, at, 'alternatives-changed', 'unknown', detail);
    return;
  }
  const fits = (part: Schema) =>
    branches.some((branch) => holds(walk, () => compare(walk, part, branch, at)));
  const parts = alternativesOf(sub);
  if (fits(sub) || (parts.length > 0 && parts.every(fits)) || fitsByType(sub, fits)) {
    const before = parts.length || 1;
    const detail = `Alternatives: ${describeChange(walk, before, branches.length)}; each still fits.`;
    emit(walk, at, 'alternatives-changed', 'compatible', detail);
    return;
  }
  const missing = parts.filter((part) => !fits(part));
  const lost = missing.filter((part) => isForeign(walk, part, branches));
  const isCertain = lost.length > 0 && isOnlyAlternatives(walk, sub);
  emit(
    walk,
    at,
    'alternatives-changed',
    isCertain ? 'breaking' : 'unknown',
    isCertain
      ? `No alternative is left for ${lost.map((part) => nameOf(walk, part)).join(', ')}.`
      : 'It cannot be shown that everything fits one of the alternatives.',
  );
}

function alternativesOf(sub: JsonObject): Schema[] {
  return schemaList(sub.anyOf ?? sub.oneOf);
}

/** Each alternative of `sub` really occurs: nothing beside them narrows it. */
function isOnlyAlternatives(walk: Walk, sub: JsonObject): boolean {
  const keys = Object.keys(withoutText(sub)).filter(
    (key) => key !== '$defs' && key !== 'definitions',
  );
  if (keys.length !== 1) return false;
  return keys[0] === 'anyOf' || excludeEachOther(walk.sub, alternativesOf(sub));
}

/** A schema of several types is the union of the same schema with one type each. */
function fitsByType(sub: JsonObject, fits: (part: Schema) => boolean): boolean {
  const { type } = sub;
  if (!Array.isArray(type) || type.length < 2 || sub.nullable !== undefined) return false;
  return type.every((name) => fits({ ...sub, type: name }));
}

function excludeEachOther(doc: Document, branches: readonly Schema[]): boolean {
  return branches.every((branch, index) =>
    branches.slice(index + 1).every((other) => areDisjoint(branch, other, doc, doc)),
  );
}

/** No alternative accepts any value of this part. */
function isForeign(walk: Walk, part: Schema, branches: readonly Schema[]): boolean {
  return branches.every((branch) => areDisjoint(part, branch, walk.sub, walk.sup));
}

function nameOf(walk: Walk, part: Schema): string {
  const schema = dereference(part, walk.sub);
  return schema === null || typeof schema === 'boolean'
    ? 'a part'
    : describeKinds(declaredKinds(schema));
}
