import { isJsonObject, type Json } from './json';

/**
 * What a local reference (`#` or `#/a/b`) points to; undefined when it points
 * nowhere or elsewhere. Own properties only.
 */
export function resolveLocalReference(root: Json, reference: string): Json | undefined {
  return walkLocalReference(root, reference)?.at(-1);
}

/** Everything passed on the way, root first; null when it leads nowhere. */
export function walkLocalReference(root: Json, reference: string): Json[] | null {
  if (reference === '#') return [root];
  if (!reference.startsWith('#/')) return null;
  const passed = [root];
  let at = root;
  for (const part of reference.slice(2).split('/')) {
    const next = childOf(at, unescapePart(part));
    if (next === undefined) return null;
    passed.push(next);
    at = next;
  }
  return passed;
}

/** A name as one part of a pointer. */
export function escapePointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function childOf(value: Json, key: string | null): Json | undefined {
  if (key === null) return undefined;
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function unescapePart(part: string): string | null {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return null;
  }
}
