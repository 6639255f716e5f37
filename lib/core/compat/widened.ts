import { NOTHING, type Node, own, type Site } from './document';
import type { ChangeKind } from './kinds';
import { emit, placeOf, type Walk } from './walk';

/** Keywords that narrow; where only the narrow side has one, the other is wider by it. */
const NARROWING: readonly { keyword: string; kind: ChangeKind; word: string }[] = [
  { keyword: 'propertyNames', kind: 'property-names-changed', word: 'A rule for names' },
  { keyword: 'dependentRequired', kind: 'dependencies-changed', word: 'A dependency' },
  { keyword: 'dependentSchemas', kind: 'dependencies-changed', word: 'A dependent schema' },
  { keyword: 'dependencies', kind: 'dependencies-changed', word: 'A dependency' },
  { keyword: 'items', kind: 'items-changed', word: 'A rule for items' },
  { keyword: 'prefixItems', kind: 'items-changed', word: 'A tuple' },
  { keyword: 'contains', kind: 'contains-changed', word: 'A demand for items' },
  { keyword: 'not', kind: 'exclusion-changed', word: 'An exclusion' },
  { keyword: 'if', kind: 'condition-changed', word: 'A condition' },
];

/** Says where the accepting side dropped a narrowing keyword, or offers more; never decides. */
export function describeWidening(walk: Walk, sub: Node, sup: Node): void {
  const has = (sites: readonly Site[], keyword: string) =>
    sites.some(({ schema }) => own(schema, keyword) !== undefined);
  const word = walk.direction === 'input' ? 'is dropped' : 'is added';
  const path = placeOf(walk, sub, sup);
  const isEmpty = sub.sites.some(({ schema }) => schema === NOTHING);
  if (isEmpty) {
    emit(walk, path, 'schema-changed', 'compatible', 'Nothing is accepted here on one side.');
    return;
  }
  for (const { keyword, kind, word: subject } of NARROWING) {
    if (!has(sub.sites, keyword) || has(sup.sites, keyword)) continue;
    emit(walk, path, kind, 'compatible', `${subject} ("${keyword}") ${word}.`);
  }
  describeAlternatives(walk, sub, sup, path);
  const isClosed = (node: Node) =>
    node.sites.some(({ schema }) => schema.additionalProperties === false);
  if (isClosed(sub) && !isClosed(sup)) {
    const detail = 'Properties that are not listed are accepted on the wider side only.';
    emit(walk, path, 'additional-properties-changed', 'compatible', detail);
  }
}

function describeAlternatives(walk: Walk, sub: Node, sup: Node, path: string): void {
  const [from, into] = [countOf(sub), countOf(sup)];
  if (from === into || (into !== null && (from ?? 1) > into)) return;
  const [before, after] = walk.direction === 'input' ? [from, into] : [into, from];
  const detail = `Alternatives: ${before ?? 'none'} -> ${after ?? 'none'}.`;
  emit(walk, path, 'alternatives-changed', 'compatible', detail);
}

function countOf(node: Node): number | null {
  for (const { schema } of node.sites) {
    const list = schema.anyOf ?? schema.oneOf;
    if (Array.isArray(list)) return list.length;
  }
  return null;
}
