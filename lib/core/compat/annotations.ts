import { effectOf, isMoreDangerous } from '@/lib/core/shared/annotations';
import type { JsonObject } from '@/lib/core/shared/json';
import type { Change } from './types';

/**
 * Changes of annotations: a worse effect is breaking, for what an agent may do
 * without asking was decided on the milder one. Losing the promise that a call can
 * be repeated, or reaching out of a closed world, is for a reviewer to judge.
 */
export function compareAnnotations(
  before: JsonObject | null | undefined,
  after: JsonObject | null | undefined,
): Change[] {
  const changes: Change[] = [];
  const from = effectOf(before);
  const into = effectOf(after);
  if (from !== into) {
    changes.push({
      path: '/annotations',
      kind: 'annotation-changed',
      verdict: isMoreDangerous(before, after) ? 'breaking' : 'compatible',
      detail: `${from} -> ${into}`,
    });
  }
  const repeatable = [before, after].map((hints) => hints?.idempotentHint === true);
  if (into !== 'read-only' && repeatable[0] !== repeatable[1]) {
    changes.push({
      path: '/annotations/idempotentHint',
      kind: 'annotation-changed',
      verdict: repeatable[0] ? 'unknown' : 'compatible',
      detail: repeatable[0] ? 'No longer safe to repeat.' : 'Safe to repeat now.',
    });
  }
  const closed = [before, after].map((hints) => hints?.openWorldHint === false);
  if (closed[0] !== closed[1]) {
    changes.push({
      path: '/annotations/openWorldHint',
      kind: 'annotation-changed',
      verdict: closed[0] ? 'unknown' : 'compatible',
      detail: closed[0] ? 'May reach outside now.' : 'No longer reaches outside.',
    });
  }
  return changes;
}
