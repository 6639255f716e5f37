import { canonicalJson, isJsonObject, type Json } from '@/lib/core/shared/json';
import { resolveLocalReference } from '@/lib/core/shared/json-pointer';
import { innerSchemas, ownKeywords, requiredUndeclared, typeOf } from './schema-keywords';
import { diffWords, type TextPart } from './words';

export type SchemaChange = 'same' | 'added' | 'removed' | 'changed';

/** One keyword that differs; null on a side where it is not written. */
export type KeywordChange = {
  keyword: string;
  before: Json;
  after: Json;
  /** Word by word where both are texts. */
  words: TextPart[] | null;
};

export type SchemaDiffNode = {
  /** JSON pointer of the node's place, unique in the tree; `''` is the root. */
  path: string;
  /** A property's name, `[]` for items, `[0]`, `*`, "one of 1". */
  name: string;
  /** `changed` speaks of the node itself, not of what is inside. */
  change: SchemaChange;
  /** Whether the node or anything in it differs. */
  differs: boolean;
  /** "string", "integer | null"; null on the side where the node is not. */
  type: { before: string | null; after: string | null };
  required: { before: boolean; after: boolean };
  /** What differs in the node itself; empty where the whole node came or went. */
  changes: KeywordChange[];
  /** What is inside: everything where any of it differs, came or went; nothing where nothing did. */
  children: SchemaDiffNode[];
  /** Set where the tree stops: at a reference that repeats, or after more nodes than are shown. */
  cut: 'repeats' | 'too-large' | null;
};

/** Most nodes of one tree: references may unfold a small schema into millions. */
const MAX_NODES = 2000;
const MAX_DEPTH = 40;

type Side = { root: Json; schema: Json; required: boolean; trail: readonly string[] };
type Pair = { name: string; path: string; before: Side | null; after: Side | null };
type Budget = { left: number; sameDefinitions: boolean };

/**
 * Two JSON Schemas as one tree: which nodes came, went or changed, with types and required marks.
 * Local references are followed, each once on a way. Every keyword is compared, so schemas that
 * differ in more than order, `$id` and `$comment` never make a tree without a change.
 */
export function diffSchemas(before: Json, after: Json): SchemaDiffNode {
  const side = (root: Json): Side | null =>
    root === null ? null : { root, schema: root, required: false, trail: [] };
  const [was, is] = [definitionsOf(before), definitionsOf(after)];
  const budget = { left: MAX_NODES, sameDefinitions: canonicalJson(was) === canonicalJson(is) };
  const root = diffNode(
    { name: '', path: '', before: side(before), after: side(after) },
    budget,
    0,
  );
  if (budget.sameDefinitions || before === null || after === null || root.differs) return root;
  const changes = [keywordChange('$defs', was, is)];
  return { ...root, change: 'changed', differs: true, changes };
}

function definitionsOf(root: Json): Json {
  if (!isJsonObject(root)) return null;
  const { $defs = null, definitions = null } = root;
  return $defs && definitions ? { $defs, definitions } : ($defs ?? definitions);
}

function diffNode(pair: Pair, budget: Budget, depth: number): SchemaDiffNode {
  budget.left -= 1;
  const before = pair.before && resolve(pair.before);
  const after = pair.after && resolve(pair.after);
  const node: SchemaDiffNode = {
    path: pair.path,
    name: pair.name,
    change: 'same',
    differs: false,
    type: { before: before && typeOf(before.schema), after: after && typeOf(after.schema) },
    required: { before: before?.required ?? false, after: after?.required ?? false },
    changes: [],
    children: [],
    cut: null,
  };
  if (isSame(before, after, budget)) return node;
  node.changes = before && after ? changesBetween(before, after) : [];
  node.change = changeOf(before, after, node.changes);
  node.differs = node.change !== 'same';
  if (before?.repeats || after?.repeats) return { ...node, cut: 'repeats' };
  for (const child of pairsOf(pair.path, before, after)) {
    if (budget.left <= 0 || depth >= MAX_DEPTH) return cutShort(node);
    const inner = diffNode(child, budget, depth + 1);
    node.children.push(inner);
    node.differs ||= inner.differs;
  }
  return node;
}

function changeOf(
  before: Side | null,
  after: Side | null,
  changes: readonly KeywordChange[],
): SchemaChange {
  if (!before) return after ? 'added' : 'same';
  if (!after) return 'removed';
  return changes.length > 0 ? 'changed' : 'same';
}

/** What is not looked into any more counts as changed: nobody has seen that it is not. */
function cutShort(node: SchemaDiffNode): SchemaDiffNode {
  const change = node.change === 'same' ? 'changed' : node.change;
  return { ...node, change, differs: true, cut: 'too-large' };
}

type Resolved = Side & { repeats: boolean };

/** The schema behind its references; keywords written beside a `$ref` win over its target's. */
function resolve(side: Side): Resolved {
  let { schema, trail } = side;
  while (isJsonObject(schema) && typeof schema.$ref === 'string') {
    const reference: string = schema.$ref;
    if (trail.includes(reference)) return { ...side, schema, trail, repeats: true };
    const target = resolveLocalReference(side.root, reference);
    if (target === undefined) break;
    trail = [...trail, reference];
    const { $ref: _, ...beside } = schema;
    schema = isJsonObject(target) ? { ...target, ...beside } : target;
  }
  return { ...side, schema, trail, repeats: false };
}

/** Equal as written, and leading to equal definitions or to what is compared on the way already. */
function isSame(before: Resolved | null, after: Resolved | null, budget: Budget): boolean {
  if (!before || !after || before.required !== after.required) return false;
  const text = canonicalJson(before.schema);
  if (text !== canonicalJson(after.schema)) return false;
  return budget.sameDefinitions || !/[rR]ef"/.test(text) || (before.repeats && after.repeats);
}

function changesBetween(before: Resolved, after: Resolved): KeywordChange[] {
  const changes: KeywordChange[] = [];
  if (before.required !== after.required) {
    changes.push(keywordChange('required', before.required, after.required));
  }
  const [left, right] = [ownKeywords(before.schema), ownKeywords(after.schema)];
  for (const keyword of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const was = Object.hasOwn(left, keyword) ? left[keyword] : undefined;
    const is = Object.hasOwn(right, keyword) ? right[keyword] : undefined;
    const same = was !== undefined && is !== undefined && canonicalJson(was) === canonicalJson(is);
    if (!same) changes.push(keywordChange(keyword, was ?? null, is ?? null));
  }
  const [names, namesNow] = [requiredUndeclared(before.schema), requiredUndeclared(after.schema)];
  if (canonicalJson(names) !== canonicalJson(namesNow)) {
    changes.push(keywordChange('required names', names, namesNow));
  }
  return changes;
}

function keywordChange(keyword: string, before: Json, after: Json): KeywordChange {
  const texts = typeof before === 'string' && typeof after === 'string';
  return { keyword, before, after, words: texts ? diffWords(before, after) : null };
}

function pairsOf(path: string, before: Resolved | null, after: Resolved | null): Pair[] {
  const left = before ? innerSchemas(before.schema) : new Map<string, never>();
  const right = after ? innerSchemas(after.schema, before?.schema) : new Map<string, never>();
  return [...new Set([...left.keys(), ...right.keys()])].map((pointer) => {
    const [was, is] = [left.get(pointer), right.get(pointer)];
    return {
      name: was?.name ?? is?.name ?? '',
      path: `${path}${pointer}`,
      before: before && was ? { ...before, ...was } : null,
      after: after && is ? { ...after, ...is } : null,
    };
  });
}
