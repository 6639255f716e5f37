import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';

/** What the tests need of a client, whichever library and protocol it is. */
export type McpClient = {
  tools(): Promise<{ name: string; description?: string | undefined }[]>;
  call(name: string, args?: object, signal?: AbortSignal): Promise<Result>;
  close(): Promise<void>;
};
const resultSchema = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  structuredContent: z.looseObject({}).optional(),
});
export type Result = z.infer<typeof resultSchema>;

export const CLIENTS = {
  'v2 client, current protocol': (url: string, key: string) => connectNew(url, key, 'auto'),
  'v2 client, older protocol': (url: string, key: string) => connectNew(url, key, 'older'),
  '1.x SDK': connectOld,
} as const;

const info = { name: 'contract', version: '1' };
const headersOf = (key: string): Record<string, string> =>
  key === '' ? {} : { authorization: `Bearer ${key}` };

async function connectNew(url: string, key: string, mode: 'auto' | 'older'): Promise<McpClient> {
  const options = mode === 'auto' ? { versionNegotiation: { mode } } : {};
  const client = new Client(info, options);
  const requestInit = { headers: headersOf(key) };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, signal) => {
      const params = { name, arguments: { ...args } };
      return resultSchema.parse(await client.callTool(params, signal ? { signal } : {}));
    },
    close: () => client.close(),
  };
}

async function connectOld(url: string, key: string): Promise<McpClient> {
  const client = new OldClient(info);
  const requestInit = { headers: headersOf(key) };
  const transport = new OldTransport(new URL(url), { requestInit });
  // The 1.x types do not say `undefined` where they allow it.
  await client.connect(transport as Parameters<OldClient['connect']>[0]);
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, signal) => {
      const params = { name, arguments: { ...args } };
      const options = signal ? { signal } : {};
      return resultSchema.parse(await client.callTool(params, undefined, options));
    },
    close: () => client.close(),
  };
}
