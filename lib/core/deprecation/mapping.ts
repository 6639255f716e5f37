import { isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';

/**
 * How the arguments of what ends become those of what replaces it. Places are names of top-level
 * arguments, or pointers (`/filter/city`) through objects.
 */
export type ArgumentMapping = {
  /** Old place -> new place. */
  rename: Readonly<Record<string, string>>;
  /** New place -> the value it always gets. */
  constant: Readonly<Record<string, Json>>;
  /** New place -> the value it gets where nothing else gave one. */
  default: Readonly<Record<string, Json>>;
  /** Old places that have no counterpart. */
  drop: readonly string[];
};

/** `city` and `/filter/city` as the names on the way. */
export function placeParts(place: string): string[] {
  if (!place.startsWith('/')) return [place];
  return place
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * The arguments for the replacement: what is dropped goes, what is renamed moves (all at once, so
 * that two names may change places), then defaults fill gaps and constants win. The input stays
 * as it is.
 */
export function applyMapping(args: JsonObject, mapping: ArgumentMapping): JsonObject {
  const out = copyOf(args);
  const moved = Object.entries(mapping.rename).flatMap(([from, to]) => {
    const value = valueAt(args, placeParts(from));
    return value === undefined ? [] : [{ to: placeParts(to), value: copyOf(value) }];
  });
  for (const place of [...mapping.drop, ...Object.keys(mapping.rename)]) {
    removeAt(out, placeParts(place));
  }
  for (const { to, value } of moved) putAt(out, to, value);
  for (const [place, value] of Object.entries(mapping.default)) {
    const parts = placeParts(place);
    if (valueAt(out, parts) === undefined) putAt(out, parts, copyOf(value));
  }
  for (const [place, value] of Object.entries(mapping.constant)) {
    putAt(out, placeParts(place), copyOf(value));
  }
  return out;
}

function copyOf<T extends Json>(value: T): T;
function copyOf(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => copyOf(item));
  if (!isJsonObject(value)) return value;
  const out: JsonObject = {};
  for (const [name, child] of Object.entries(value)) put(out, name, copyOf(child));
  return out;
}

/** Own property whatever its name is: `__proto__` is an argument like any other. */
function put(target: JsonObject, name: string, value: Json): void {
  Object.defineProperty(target, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function valueAt(args: JsonObject, parts: readonly string[]): Json | undefined {
  let at: Json = args;
  for (const part of parts) {
    if (!isJsonObject(at) || !Object.hasOwn(at, part)) return undefined;
    at = at[part] ?? null;
  }
  return at;
}

function removeAt(args: JsonObject, parts: readonly string[]): void {
  const holder = valueAt(args, parts.slice(0, -1));
  const name = parts.at(-1);
  if (isJsonObject(holder) && name !== undefined) delete holder[name];
}

function putAt(args: JsonObject, parts: readonly string[], value: Json): void {
  let at = args;
  for (const part of parts.slice(0, -1)) {
    const next = Object.hasOwn(at, part) ? at[part] : undefined;
    if (isJsonObject(next)) {
      at = next;
    } else {
      const made: JsonObject = {};
      put(at, part, made);
      at = made;
    }
  }
  const name = parts.at(-1);
  if (name !== undefined) put(at, name, value);
}
