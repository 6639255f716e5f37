import { Client, type JSONRPCResponse } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '@/lib/core/shared/json';

const RAW = 'capstan/raw-result';

/** Satisfies the result schema of every method used here, and says nothing. */
const PLACEHOLDER = {
  resultType: 'complete',
  ttlMs: 0,
  cacheScope: 'private',
  tools: [],
  prompts: [],
  resources: [],
  resourceTemplates: [],
  content: [],
  contents: [],
  messages: [],
};

/**
 * On the current protocol the client checks every result against its own schema, whatever schema
 * the caller gives: one tool it does not like loses the whole list. This one lets results past as
 * they came, inside a placeholder; {@link rawResult} takes them out again.
 */
export class LenientClient extends Client {
  protected override _onresponse(response: JSONRPCResponse): void {
    super._onresponse(this.getProtocolEra() === 'modern' ? wrapped(response) : response);
  }
}

function wrapped(response: JSONRPCResponse): JSONRPCResponse {
  // Numbers are the ids of ordinary requests; the client's own streams count in words.
  if (typeof response.id !== 'number' || !('result' in response)) return response;
  const { result } = response;
  if (!isJsonObject(result)) return response;
  if (result.resultType !== undefined && result.resultType !== 'complete') return response;
  return { ...response, result: { ...PLACEHOLDER, _meta: { [RAW]: result } } };
}

/** The result as the server sent it. */
export function rawResult(result: unknown): JsonObject | null {
  if (!isJsonObject(result)) return null;
  const raw = isJsonObject(result._meta) ? result._meta[RAW] : undefined;
  return isJsonObject(raw) ? raw : result;
}
