import { isJsonObject, type JsonObject } from '@/lib/core/shared/json';
import { log } from '@/lib/observability/log';
import type { Discovered } from '@/lib/schemas/discover';
import { discoverInputSchema } from '@/lib/schemas/discover';
import type { Context } from '@/lib/services/context';
import { discover } from '@/lib/services/discover/discover';

/**
 * The agent's pinned tools with schemas, which are listed under their own names, and the ids of
 * those that get none because only so many schemas are sent.
 */
export async function pinnedTools(ctx: Context): Promise<{ tools: Discovered[]; cut: string[] }> {
  const input = discoverInputSchema.parse({ include_schemas: true, surfaces: ['tool'] });
  const answer = await discover({ ctx, input });
  if (answer.warnings.length > 0) {
    const { resolve_id, warnings } = answer;
    log.warn({ resolve_id, warnings }, 'not every pin of an agent is listed at the MCP door');
  }
  const pinned = answer.capabilities.filter((item) => item.pinned);
  const hasSchema = (item: Discovered) => isJsonObject(item.input_schema);
  return {
    tools: pinned.filter(hasSchema),
    cut: pinned.filter((item) => !hasSchema(item)).map((item) => item.id),
  };
}

/** MCP clients take only object schemas; what a provider said beyond that stays as it is. */
export function toolSchema(capability: Discovered): JsonObject & { type: 'object' } {
  const schema = isJsonObject(capability.input_schema) ? capability.input_schema : {};
  return { ...schema, type: 'object' };
}
