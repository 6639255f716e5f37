import {
  below,
  branchesOf,
  followReference,
  hasOwnBase,
  type Node,
  nodeOf,
  own,
  type Site,
} from './document';
import type { Given } from './given';
import type { ChangeKind } from './kinds';
import { LimitReached, MAX_NESTING, spend, type Walk } from './walk';

/** All that a schema asks of a value, taken apart: every entry has to hold. */
export type Demands = {
  /** Schemas whose plain keywords are meant. */
  parts: Site[];
  /** Those among them that the shape does not already say word for word. */
  fresh: Site[];
  alternatives: { site: Site; keyword: 'anyOf' | 'oneOf' }[];
  excluded: Node[];
  conditions: Site[];
  /** What cannot be taken apart. */
  obstacles: { path: string; kind: ChangeKind; detail: string }[];
};

/** What `sup` asks; combinations that the shape already says word for word are left out. */
export function demandsOf(walk: Walk, given: Given, sup: Node): Demands {
  const demands: Demands = {
    parts: [],
    fresh: [],
    alternatives: [],
    excluded: [],
    conditions: [],
    obstacles: [],
  };
  const at = { walk, given, demands };
  for (const site of sup.sites) collect(at, site, false, new Set());
  return demands;
}

type Collection = { walk: Walk; given: Given; demands: Demands };

function collect(at: Collection, site: Site, wasSaid: boolean, trail: ReadonlySet<object>): void {
  const { walk, given, demands } = at;
  spend(walk);
  if (trail.size >= MAX_NESTING) throw new LimitReached();
  const { schema, doc, path } = site;
  const isSaid = wasSaid || given.shape.parts.some((part) => walk.interner.isSame(part, site));
  if (trail.has(schema) || (hasOwnBase(schema) && schema !== doc.root)) {
    if (isSaid) return;
    const detail = trail.has(schema)
      ? 'A reference here leads back to itself.'
      : 'A schema with an "$id" of its own is not compared.';
    demands.obstacles.push({ path, kind: 'reference-unresolved', detail });
    return;
  }
  const inside = new Set(trail).add(schema);
  if (typeof schema.$ref === 'string') {
    collectReference(at, site, schema.$ref, isSaid, inside);
    if (doc.isLegacy || Object.keys(schema).length === 1) return;
  }
  collectOwn(at, site, isSaid, inside);
}

function collectReference(
  at: Collection,
  site: Site,
  ref: string,
  isSaid: boolean,
  trail: ReadonlySet<object>,
): void {
  const { demands } = at;
  const target = followReference(ref, site.doc);
  if (target !== null) collect(at, target, isSaid, trail);
  else if (!isSaid) {
    const detail = `The reference ${JSON.stringify(ref)} cannot be followed.`;
    demands.obstacles.push({ path: site.path, kind: 'reference-unresolved', detail });
  }
  const beside = Object.keys(site.schema).filter((key) => !HARMLESS.has(key));
  if (isSaid || !site.doc.isLegacy || beside.length === 0) return;
  const list = beside.map((key) => `"${key}"`).join(', ');
  const detail = `Draft-07 ignores ${list} beside "$ref", which not every validator does.`;
  demands.obstacles.push({ path: site.path, kind: 'keyword-undecided', detail });
}

const HARMLESS = new Set([
  '$ref',
  '$defs',
  'definitions',
  '$schema',
  '$id',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);

function collectOwn(at: Collection, site: Site, isSaid: boolean, trail: ReadonlySet<object>): void {
  const { schema } = site;
  const { demands } = at;
  demands.parts.push(site);
  for (const branch of branchesOf(site, 'allOf')) collect(at, branch, isSaid, trail);
  if (isSaid) return;
  demands.fresh.push(site);
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    if (own(schema, keyword) !== undefined) demands.alternatives.push({ site, keyword });
  }
  if (own(schema, 'not') !== undefined) demands.excluded.push(nodeOf(below(site, 'not')));
  const decides = own(schema, 'then') !== undefined || own(schema, 'else') !== undefined;
  if (own(schema, 'if') !== undefined && decides) demands.conditions.push(site);
  for (const keyword of ['$dynamicRef', '$recursiveRef']) {
    if (own(schema, keyword) === undefined) continue;
    const detail = `"${keyword}" is not followed.`;
    demands.obstacles.push({ path: site.path, kind: 'reference-unresolved', detail });
  }
}
