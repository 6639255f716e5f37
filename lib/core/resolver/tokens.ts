import type { Json } from '../shared/json';

const CHARS_PER_TOKEN = 4;

/**
 * About how many tokens a value costs a model: the characters of its JSON, divided by 4, rounded
 * up. The usual rule of thumb for English and JSON; Chinese text costs more than this says. Good
 * for comparing one catalogue with a part of itself, not for billing.
 */
export function estimateTokens(value: Json): number {
  return Math.ceil(JSON.stringify(value).length / CHARS_PER_TOKEN);
}

/** The cost of one capability as a tool definition: name, description and input schema. */
export function capabilityTokens(tool: {
  name: string;
  description: string;
  inputSchema: Json;
}): number {
  const { name, description, inputSchema } = tool;
  return estimateTokens({ name, description, input_schema: inputSchema });
}
