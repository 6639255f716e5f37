import { isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';
import { escapePointerPart } from '@/lib/core/shared/json-pointer';
import { declaredProperty, expandSchemas, listOf } from '@/lib/core/shared/schema-places';
import {
  beforeOf,
  finding,
  type Place,
  type ShapeCheck,
  type ShapeFinding,
} from './check-shape-model';
import type { ShapeNode } from './shape-tree';

type CheckPlace = (check: ShapeCheck, place: Place) => ShapeFinding[];

const RULES = [
  'minProperties',
  'maxProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'unevaluatedProperties',
];

/** Names that were passed and those that are asked for, over all schemas that hold at once. */
export function checkObject(
  check: ShapeCheck,
  place: Place,
  parts: readonly JsonObject[],
  checkPlace: CheckPlace,
): ShapeFinding[] {
  const { node } = place;
  const rules = parts.flatMap((part) => RULES.filter((rule) => part[rule] !== undefined));
  const named = [...node.children].filter(([part]) => part !== '*' && part !== '[]');
  return [
    ...rules.map((rule) => finding('unknown', node, 'rule', `depends on ${rule}`)),
    ...named.flatMap(([part, child]) =>
      nameProblems(check, place, parts, unescaped(part), child, checkPlace),
    ),
    ...undeclaredProblems(check, place, parts, checkPlace),
    ...requiredProblems(check, place, parts),
  ];
}

function nameProblems(
  check: ShapeCheck,
  place: Place,
  parts: readonly JsonObject[],
  name: string,
  child: ShapeNode,
  checkPlace: CheckPlace,
): ShapeFinding[] {
  const below = (schema: Json) =>
    checkPlace(check, {
      node: child,
      schema,
      before: beforeOf(check, place.before, name),
      many: place.many,
      declaredAround: new Set(),
      depth: place.depth + 1,
    });
  const problems: ShapeFinding[] = [];
  let isDeclared = place.declaredAround.has(name);
  for (const part of parts) {
    const declared = declaredProperty(part, name);
    problems.push(...declared.flatMap(below));
    if (declared.length > 0) continue;
    const { additionalProperties: rest, patternProperties } = part;
    if (isJsonObject(patternProperties) && Object.keys(patternProperties).length > 0) {
      problems.push(finding('unknown', child, 'rule', 'depends on patternProperties'));
      isDeclared = true;
    } else if (rest === false) {
      problems.push(finding('fail', child, 'removed', 'is no longer declared'));
      isDeclared = true;
    } else if (rest !== undefined) {
      problems.push(...below(rest));
      isDeclared = true;
    }
  }
  if (isDeclared) return problems;
  return [...problems, finding('fail', child, 'removed', 'is no longer declared')];
}

/** Keys the schema of then did not name. They may be names the new one declares. */
function undeclaredProblems(
  check: ShapeCheck,
  place: Place,
  parts: readonly JsonObject[],
  checkPlace: CheckPlace,
): ShapeFinding[] {
  const { node } = place;
  const stars = node.children.get('*');
  if (!stars) return [];
  const fresh = [...place.declaredAround].filter(
    (name) => !node.children.has(escapePointerPart(name)) && !wasDeclared(check, place, name),
  );
  const isClosed = parts.some((part) => part.additionalProperties === false);
  if (isClosed && fresh.length === 0) {
    return [finding('fail', stars, 'closed', 'keys it does not declare are no longer accepted')];
  }
  const inside = { node: stars, before: null, many: true, declaredAround: new Set<string>() };
  const clashes = parts.some((part) =>
    fresh.some((name) =>
      declaredProperty(part, name).some(
        (schema) => checkPlace(check, { ...inside, schema, depth: place.depth + 1 }).length > 0,
      ),
    ),
  );
  const ruled = parts.some(
    (part) => isJsonObject(part.additionalProperties) || part.patternProperties !== undefined,
  );
  if (!isClosed && !clashes && !ruled) return [];
  return [finding('unknown', stars, 'closed', 'undeclared keys may not be accepted')];
}

function wasDeclared(check: ShapeCheck, { before }: Place, name: string): boolean {
  if (before === null) return false;
  return expandSchemas(check.oldRoot, [before]).some(
    (part) => declaredProperty(part, name).length > 0,
  );
}

function requiredProblems(
  check: ShapeCheck,
  place: Place,
  parts: readonly JsonObject[],
): ShapeFinding[] {
  const { node, before, many } = place;
  const names = new Set(
    parts.flatMap((part) => listOf(part.required)).filter((name) => typeof name === 'string'),
  );
  const promised = isJsonObject(before) ? listOf(before.required) : [];
  return [...names].flatMap((name): ShapeFinding[] => {
    if (promised.includes(name)) return [];
    const path = `${node.path}/${escapePointerPart(name)}`;
    const isThere = node.children.has(escapePointerPart(name));
    if (isThere && !many) return [];
    const couldHide = check.isCut || (node.children.has('*') && !wasDeclared(check, place, name));
    return isThere || couldHide
      ? [finding('unknown', { path }, 'required', 'may be missing')]
      : [finding('fail', { path }, 'required', 'is required and was not passed')];
  });
}

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
