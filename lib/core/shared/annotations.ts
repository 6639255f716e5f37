import type { JsonObject } from './json';

/**
 * What a tool says of its own effects, from harmless to destructive. A server's
 * word: it may raise a risk, never lower it.
 */
export const EFFECTS = ['read-only', 'writing', 'destructive'] as const;
export type Effect = (typeof EFFECTS)[number];

/** The effect annotations declare; saying nothing counts as writing. */
export function effectOf(annotations: JsonObject | null | undefined): Effect {
  if (annotations?.readOnlyHint === true) return 'read-only';
  return annotations?.destructiveHint === true ? 'destructive' : 'writing';
}

/** Whether the second set of annotations declares a worse effect than the first. */
export function isMoreDangerous(
  before: JsonObject | null | undefined,
  after: JsonObject | null | undefined,
): boolean {
  return EFFECTS.indexOf(effectOf(after)) > EFFECTS.indexOf(effectOf(before));
}
