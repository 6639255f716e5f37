import { createHash } from 'node:crypto';
import { canonicalJson } from '@/lib/core/shared/json';

/** Hash of what a caller's program depends on: both schemas and the annotations. */
export function schemaHash(parts: {
  inputSchema: unknown;
  outputSchema: unknown;
  annotations: unknown;
}): string {
  const text = canonicalJson({
    input: parts.inputSchema,
    output: parts.outputSchema ?? null,
    annotations: parts.annotations,
  });
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
