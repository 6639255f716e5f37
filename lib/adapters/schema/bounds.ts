import { isJsonObject } from '@/lib/core/shared/json';

export const SCHEMA_LIMITS = { bytes: 256 * 1024, depth: 64 } as const;

/** Depth of nesting, counted only as far as `limit + 1`, without recursion. */
export function depthOf(value: unknown, limit: number): number {
  let level: unknown[] = [value];
  let depth = 0;
  while (level.length > 0 && depth <= limit) {
    const next: unknown[] = [];
    for (const node of level) {
      if (Array.isArray(node)) next.push(...node);
      else if (isJsonObject(node)) next.push(...Object.values(node));
    }
    if (next.length > 0) depth += 1;
    level = next;
  }
  return depth;
}

/** Why a schema is too big to compile, or null. Bytes are UTF-8 of its JSON text. */
export function boundsProblem(schema: unknown): string | null {
  if (depthOf(schema, SCHEMA_LIMITS.depth) > SCHEMA_LIMITS.depth) {
    return `The schema is nested deeper than ${SCHEMA_LIMITS.depth} levels; flatten it or use "$ref".`;
  }
  const bytes = Buffer.byteLength(JSON.stringify(schema) ?? '');
  if (bytes <= SCHEMA_LIMITS.bytes) return null;
  return `The schema is ${bytes} bytes; at most ${SCHEMA_LIMITS.bytes} are accepted.`;
}
