import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';

export type NamedSchema = { name: string; schema: JsonObject };

/** Every input and output schema of the listings in a folder: recorded servers, or specimens of them. */
export function schemasIn(folder: string): NamedSchema[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort();
  return files.flatMap((file) => {
    const held: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    if (!isJsonObject(held)) return [];
    const listing = isJsonObject(held.listing) ? held.listing : held;
    const tools: Json[] = Array.isArray(listing.tools) ? listing.tools : [];
    return tools.filter(isJsonObject).flatMap((tool) => {
      const name = `${file.replace('.json', '')} ${String(tool.name)}`;
      return [
        { name: `${name} input`, schema: tool.inputSchema },
        { name: `${name} output`, schema: tool.outputSchema },
      ].flatMap(({ name: title, schema }) =>
        isJsonObject(schema) ? [{ name: title, schema }] : [],
      );
    });
  });
}
