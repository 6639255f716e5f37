import { isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';
import { escapePointerPart, walkLocalReference } from '@/lib/core/shared/json-pointer';

/** One side of a comparison: the document its local references point into. */
export type Document = {
  root: JsonObject;
  /** Draft-07 and older: `$ref` replaces its siblings, tuples stand in `items`. */
  isLegacy: boolean;
  /** Up to 2019-09 a list in `items` is a tuple. */
  hasTupleItems: boolean;
  anchors: Map<string, Site> | null;
};

/** A schema where it stands. `path` is a JSON Pointer into its own document. */
export type Site = { schema: JsonObject; doc: Document; path: string };

/** Several schemas that all hold of one value. None: anything is accepted. */
export type Node = { sites: readonly Site[]; path: string };

/** One object each for `true` and `false`, so that a cycle against them is noticed. */
export const ANYTHING: JsonObject = {};
export const NOTHING: JsonObject = { enum: [] };

export function openDocument(root: JsonObject): Document {
  const dialect = typeof root.$schema === 'string' ? root.$schema : '';
  const isLegacy = /draft-0[3-7]\b/.test(dialect);
  const hasTupleItems = isLegacy || dialect.includes('2019-09');
  return { root, isLegacy, hasTupleItems, anchors: null };
}

/** The schema behind a value in schema position; anything odd is taken as "no constraint known". */
function asSchema(value: Json | undefined): JsonObject {
  if (value === false) return NOTHING;
  return isJsonObject(value) ? value : ANYTHING;
}

export function siteAt(value: Json | undefined, doc: Document, path: string): Site {
  return { schema: asSchema(value), doc, path };
}

/** What stands under a keyword of this schema, and under a name or place in it. */
export function below(site: Site, keyword: string, part?: string | number): Site {
  const held = own(site.schema, keyword);
  if (part === undefined) return siteAt(held, site.doc, `${site.path}/${keyword}`);
  const path = `${site.path}/${keyword}/${escapePointerPart(String(part))}`;
  const child = Array.isArray(held)
    ? held[Number(part)]
    : own(namesOf(site.schema, keyword), `${part}`);
  return siteAt(child, site.doc, path);
}

export function branchesOf(site: Site, keyword: string): Site[] {
  const held = own(site.schema, keyword);
  return Array.isArray(held) ? held.map((_branch, index) => below(site, keyword, index)) : [];
}

export function nodeOf(...sites: Site[]): Node {
  return { sites, path: sites[0]?.path ?? '' };
}

/** Own property only: schemas may name a property `constructor`. */
export function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A keyword that maps names to schemas or lists; anything else there reads as empty. */
export function namesOf(schema: JsonObject, keyword: string): JsonObject {
  const held = own(schema, keyword);
  return isJsonObject(held) ? held : {};
}

export function stringsIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

/**
 * Where a `$ref` of this document leads; null when that is elsewhere or nowhere. A schema
 * inside one with its own `$id` resolves its references elsewhere: not followed.
 */
export function followReference(ref: string, doc: Document): Site | null {
  const base = typeof doc.root.$id === 'string' ? doc.root.$id.replace(/#$/, '') : '';
  const local = base !== '' && ref.startsWith(`${base}#`) ? ref.slice(base.length) : ref;
  if (/^#[^/]/.test(local)) return anchorsOf(doc).get(local.slice(1)) ?? null;
  const passed = walkLocalReference(doc.root, local);
  if (passed === null) return null;
  if (passed.slice(1).some((at) => isJsonObject(at) && hasOwnBase(at))) return null;
  const at = passed.at(-1);
  if (typeof at !== 'boolean' && !isJsonObject(at)) return null;
  return siteAt(at, doc, decodePointer(local.slice(1)));
}

/** The place has a base of its own: references in it are resolved against that. */
export function hasOwnBase(schema: JsonObject): boolean {
  return typeof schema.$id === 'string' && !schema.$id.startsWith('#');
}

function decodePointer(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

function anchorsOf(doc: Document): Map<string, Site> {
  if (doc.anchors !== null) return doc.anchors;
  const found = new Map<string, Site>();
  const look = (value: Json, path: string): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) look(item, `${path}/${index}`);
    }
    if (!isJsonObject(value)) return;
    const id = typeof value.$id === 'string' && value.$id.startsWith('#') ? value.$id.slice(1) : '';
    const name = typeof value.$anchor === 'string' ? value.$anchor : id;
    if (name !== '') found.set(name, siteAt(value, doc, path));
    for (const [key, child] of Object.entries(value)) {
      look(child, `${path}/${escapePointerPart(key)}`);
    }
  };
  look(doc.root, '');
  doc.anchors = found;
  return found;
}

/** Deeper or larger documents are not compared: recursion and time have to end somewhere. */
const MAX_DEPTH = 200;
const MAX_VALUES = 20_000;

/** Why a document is too large to compare, or null. Never recurses: depth is what it looks for. */
export function excessOf(root: JsonObject): string | null {
  let level: Json[] = [root];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return `nested more than ${MAX_DEPTH} levels deep`;
    const next: Json[] = [];
    for (const value of level) {
      const children = typeof value === 'object' && value !== null ? Object.values(value) : [];
      count += 1 + children.length;
      if (count > MAX_VALUES) return `holds more than ${MAX_VALUES} values`;
      for (const child of children) if (typeof child === 'object' && child) next.push(child);
    }
    level = next;
  }
  return null;
}
