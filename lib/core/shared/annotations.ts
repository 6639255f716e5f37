import type { JsonObject } from './json';

/**
 * What a tool says of its own effects, from harmless to destructive. A server's
 * word: it may raise a risk, never lower it.
 */
export const EFFECTS = ['read-only', 'writing', 'destructive'] as const;
export type Effect = (typeof EFFECTS)[number];

/**
 * The effect annotations declare. Saying nothing counts as writing, saying both that it only
 * reads and that it destroys as destructive.
 */
export function effectOf(annotations: JsonObject | null | undefined): Effect {
  if (annotations?.destructiveHint === true) return 'destructive';
  return annotations?.readOnlyHint === true ? 'read-only' : 'writing';
}

/** The same, but null where the annotations say nothing of it. */
export function declaredEffect(annotations: JsonObject | null | undefined): Effect | null {
  const says = (hint: 'destructiveHint' | 'readOnlyHint') =>
    typeof annotations?.[hint] === 'boolean';
  return says('destructiveHint') || says('readOnlyHint') ? effectOf(annotations) : null;
}

/** Whether the second set of annotations declares a worse effect than the first. */
export function isMoreDangerous(
  before: JsonObject | null | undefined,
  after: JsonObject | null | undefined,
): boolean {
  return EFFECTS.indexOf(effectOf(after)) > EFFECTS.indexOf(effectOf(before));
}
