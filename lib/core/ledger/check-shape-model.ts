import type { Json } from '@/lib/core/shared/json';
import { declaredProperty, expandSchemas } from '@/lib/core/shared/schema-places';
import type { ShapeNode } from './shape-tree';

/** Why a recorded call would fail a schema, or why its shape does not tell. */
export type ShapeFinding = {
  outcome: 'fail' | 'unknown';
  /** Pointer into the arguments, as shapes write it. */
  path: string;
  reason: 'removed' | 'closed' | 'required' | 'type' | 'value' | 'alternatives' | 'rule';
  detail: string;
};
export type ShapeVerdict = { outcome: 'fail' | 'pass' | 'unknown'; findings: ShapeFinding[] };

/** Whether everything the old schema accepts the new one accepts too. */
export type StillAccepts = (oldSchema: Json, newSchema: Json) => boolean;

export type ShapeCheck = {
  root: Json;
  oldRoot: Json | null;
  isCut: boolean;
  stillAccepts: StillAccepts;
};

/** One place of a call against one schema. `many`: elements of a list, or several keys, as one. */
export type Place = {
  node: ShapeNode;
  schema: Json;
  /** What the call was accepted by at this place, where that is one schema. */
  before: Json | null;
  many: boolean;
  /** Names that a schema around this one declares for the same object. */
  declaredAround: ReadonlySet<string>;
  depth: number;
};

/** One thing that speaks against a place. */
export function finding(
  outcome: ShapeFinding['outcome'],
  node: Pick<ShapeNode, 'path'>,
  reason: ShapeFinding['reason'],
  detail: string,
): ShapeFinding {
  return { outcome, path: node.path, reason, detail };
}

/** What an old schema said of a property, where it is one schema. */
export function beforeOf(check: ShapeCheck, before: Json | null, name: string): Json | null {
  if (before === null) return null;
  const found = expandSchemas(check.oldRoot, [before]).flatMap((part) =>
    declaredProperty(part, name),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}
