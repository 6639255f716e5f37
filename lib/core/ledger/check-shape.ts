import { isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';
import { resolveLocalReference } from '@/lib/core/shared/json-pointer';
import { expandSchemas, listOf, single } from '@/lib/core/shared/schema-places';
import {
  finding,
  type Place,
  type ShapeCheck,
  type ShapeFinding,
  type ShapeVerdict,
  type StillAccepts,
} from './check-shape-model';
import { checkObject } from './check-shape-object';
import { typeProblem, valueProblem } from './check-shape-values';
import type { ArgumentShape } from './shape';
import { shapeTree } from './shape-tree';

const MAX_DEPTH = 16;

/**
 * Would a call of this shape pass a schema? A shape holds no values, so there are three answers;
 * `before` is the schema the call passed when it was made, and what that promised still counts.
 *
 * As everywhere for inputs, a schema without `additionalProperties` promises only what it
 * declares: a name it no longer declares fails, though validators would let it through.
 */
export function checkShape(input: {
  shape: ArgumentShape;
  schema: Json;
  before: Json | null;
  stillAccepts: StillAccepts;
}): ShapeVerdict {
  const { root: node, isCut } = shapeTree(input.shape);
  const check: ShapeCheck = {
    root: input.schema,
    oldRoot: input.before,
    isCut,
    stillAccepts: input.stillAccepts,
  };
  const findings = checkPlace(check, {
    node,
    schema: input.schema,
    before: input.before,
    many: false,
    declaredAround: new Set(),
    depth: 0,
  });
  const outcome = findings.some((one) => one.outcome === 'fail')
    ? 'fail'
    : findings.length > 0
      ? 'unknown'
      : 'pass';
  return { outcome, findings };
}

/**
 * Everything that speaks against one place. What cannot be told by the shape is settled where
 * everything accepted before is accepted still.
 */
function checkPlace(check: ShapeCheck, place: Place): ShapeFinding[] {
  const { schema, before } = place;
  const found = findingsAt(check, place);
  const isOpen = found.length > 0 && found.every(({ outcome }) => outcome === 'unknown');
  return isOpen && before !== null && check.stillAccepts(before, schema) ? [] : found;
}

function findingsAt(check: ShapeCheck, place: Place): ShapeFinding[] {
  const { node, schema, before } = place;
  if (schema === true) return [];
  if (schema === false) return [finding('fail', node, 'closed', 'is not accepted any more')];
  if (!isJsonObject(schema)) return [];
  if (place.depth > MAX_DEPTH) return [finding('unknown', node, 'rule', 'is nested too deep')];
  const parts = conjuncts(check, schema);
  const typed = parts.flatMap((part) => typeProblem(node, part));
  if (typed.length > 0) return typed.slice(0, 1);
  const declaredAround = new Set([...place.declaredAround, ...declaredNames(check, schema)]);
  const inner = { ...place, declaredAround };
  return [
    ...parts.flatMap((part) => [
      ...valueProblem(node, part, before),
      ...alternativeProblems(check, inner, part),
    ]),
    ...(node.types.includes('object') ? checkObject(check, inner, parts, checkPlace) : []),
    ...(node.types.includes('array') ? elementProblems(check, inner, parts) : []),
  ];
}

/** What all has to hold at once: the schema, what it refers to, and what it is made of. */
function conjuncts(check: ShapeCheck, schema: JsonObject): JsonObject[] {
  const found = new Set<JsonObject>();
  const queue: Json[] = [schema];
  while (queue.length > 0 && found.size < 64) {
    const next = queue.shift();
    if (!isJsonObject(next) || found.has(next)) continue;
    found.add(next);
    queue.push(...listOf(next.allOf));
    if (typeof next.$ref === 'string') {
      queue.push(...single(resolveLocalReference(check.root, next.$ref)));
    }
  }
  return [...found];
}

function declaredNames(check: ShapeCheck, schema: JsonObject): string[] {
  return expandSchemas(check.root, [schema]).flatMap((part) =>
    isJsonObject(part.properties) ? Object.keys(part.properties) : [],
  );
}

function alternativeProblems(check: ShapeCheck, place: Place, part: JsonObject): ShapeFinding[] {
  const problems: ShapeFinding[] = [];
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = listOf(part[keyword]);
    if (branches.length === 0) continue;
    const results = branches.map((schema) =>
      checkPlace(check, { ...place, schema, before: null, depth: place.depth + 1 }),
    );
    const isFailed = (found: ShapeFinding[]) => found.some(({ outcome }) => outcome === 'fail');
    const passed = results.filter((found) => found.length === 0).length;
    const open = results.filter((found) => found.length > 0 && !isFailed(found)).length;
    if (passed + open === 0) {
      problems.push(finding('fail', place.node, 'alternatives', 'fits none of the alternatives'));
    } else if (keyword === 'anyOf' ? passed === 0 : passed !== 1 || open > 0) {
      const detail = 'may or may not fit the alternatives';
      problems.push(finding('unknown', place.node, 'alternatives', detail));
    }
  }
  const rules = ['not', 'if', '$dynamicRef'].filter((keyword) => part[keyword] !== undefined);
  return [
    ...problems,
    ...rules.map((rule) => finding('unknown', place.node, 'rule', `depends on ${rule}`)),
  ];
}

function elementProblems(
  check: ShapeCheck,
  place: Place,
  parts: readonly JsonObject[],
): ShapeFinding[] {
  const { node, before } = place;
  const element = node.children.get('[]');
  const problems = parts.flatMap((part): ShapeFinding[] => {
    const rules = ['minItems', 'maxItems', 'uniqueItems', 'contains', 'prefixItems'];
    const set = rules.filter((rule) => part[rule] !== undefined && part[rule] !== false);
    if (Array.isArray(part.items)) set.push('items');
    return set.map((rule) => finding('unknown', node, 'rule', `depends on ${rule}`));
  });
  if (!element) return problems;
  const old = before === null ? [] : itemsOf(check.oldRoot, before);
  for (const part of parts) {
    if (part.items === undefined || Array.isArray(part.items)) continue;
    problems.push(
      ...checkPlace(check, {
        node: element,
        schema: part.items,
        before: old.length === 1 ? (old[0] ?? null) : null,
        many: true,
        declaredAround: new Set(),
        depth: place.depth + 1,
      }),
    );
  }
  return problems;
}

function itemsOf(root: Json, schema: Json): Json[] {
  return expandSchemas(root, [schema]).flatMap((part) =>
    part.items === undefined || Array.isArray(part.items) ? [] : [part.items],
  );
}
