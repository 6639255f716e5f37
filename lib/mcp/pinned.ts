import { isJsonObject, type JsonObject } from '@/lib/core/shared/json';
import type { Discovered } from '@/lib/schemas/discover';
import { discoverInputSchema } from '@/lib/schemas/discover';
import type { Context } from '@/lib/services/context';
import { discover } from '@/lib/services/discover/discover';

/** The agent's pinned tools with schemas; they are listed under their own names. */
export async function pinnedTools(ctx: Context): Promise<Discovered[]> {
  const input = discoverInputSchema.parse({ include_schemas: true, surfaces: ['tool'] });
  const answer = await discover({ ctx, input });
  return answer.capabilities.filter((item) => item.pinned && isJsonObject(item.input_schema));
}

/** MCP clients take only object schemas; what a provider said beyond that stays as it is. */
export function toolSchema(capability: Discovered): JsonObject & { type: 'object' } {
  const schema = isJsonObject(capability.input_schema) ? capability.input_schema : {};
  return { ...schema, type: 'object' };
}
