import { isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';
import { type Mutator, movedName } from './mutators';
import type { Chance } from './random';

type Place = { schema: JsonObject; path: (string | number)[] };

const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions']);
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const SINGLES = new Set(['items', 'additionalProperties', 'contains', 'not', 'then', 'else']);

/** Every schema in a schema, itself first. */
function placesIn(schema: Json, path: (string | number)[] = []): Place[] {
  if (!isJsonObject(schema)) return [];
  const found: Place[] = [{ schema, path }];
  for (const [key, held] of Object.entries(schema)) {
    if (MAPS.has(key) && isJsonObject(held)) {
      for (const [name, child] of Object.entries(held)) {
        found.push(...placesIn(child, [...path, key, name]));
      }
    } else if (Array.isArray(held) && (LISTS.has(key) || key === 'items')) {
      held.forEach((child, index) => {
        found.push(...placesIn(child, [...path, key, index]));
      });
    } else if (SINGLES.has(key)) found.push(...placesIn(held, [...path, key]));
  }
  return found;
}

/** The schema changed in one of its places; null where none can change in that way. */
export function mutate(root: JsonObject, mutator: Mutator, chance: Chance): JsonObject | null {
  const isLegacy = /draft-0[3-7]/.test(String(root.$schema ?? ''));
  const places = placesIn(root).sort(() => chance.below(3) - 1);
  for (const { schema, path } of places) {
    const next = mutator(schema, { chance, root, isLegacy });
    if (next === null) continue;
    const whole = replace(root, path, next);
    if (next.$ref !== `#/$defs/${movedName}` || !isJsonObject(whole)) {
      return isJsonObject(whole) ? whole : null;
    }
    const held = isJsonObject(whole.$defs) ? whole.$defs : {};
    return { ...whole, $defs: { ...held, [movedName]: schema } };
  }
  return null;
}

function replace(value: Json, [first, ...rest]: (string | number)[], next: Json): Json {
  if (first === undefined) return next;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === first ? replace(item, rest, next) : item));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [
      key,
      key === first ? replace(held, rest, next) : held,
    ]),
  );
}
