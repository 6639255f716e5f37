import { Server } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { JsonObject } from '@/lib/core/shared/json';
import { findUnstorable } from '@/lib/core/shared/storable';
import { invokeInputSchema } from '@/lib/schemas/invoke';
import type { Context } from '@/lib/services/context';
import { invokeCapability } from '@/lib/services/invoke/invoke-capability';
import { pinnedTools, toolSchema } from './pinned';
import { failure, failureOf, success, type ToolResult } from './results';
import { DESCRIBE, META_TOOLS } from './tools';

const INSTRUCTIONS =
  'Discover capabilities for the task first, describe the one you choose, then invoke it. What is not returned is not available to you.';

/** A server for one request: what it lists and does is what this caller may. */
export function makeServer(ctx: Context): Server {
  const server = new Server(
    { name: 'capstan', title: 'Capstan', version: '1' },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', async () => ({ tools: await listTools(ctx) }));
  server.setRequestHandler('tools/call', (request, extra) => {
    const { name, arguments: args } = request.params;
    const { signal } = extra.mcpReq;
    return callTool({ ...ctx, signal: anySignal(ctx.signal, signal) }, name, args ?? {});
  });
  return server;
}

function anySignal(a: AbortSignal | undefined, b: AbortSignal): AbortSignal {
  return a ? AbortSignal.any([a, b]) : b;
}

async function listTools(ctx: Context) {
  const { tools, cut } = await pinnedTools(ctx);
  const meta = META_TOOLS.map(({ name, title, description, input, annotations }) => ({
    name,
    title,
    // Where the model reads on: a list that is cut short must not look whole.
    description:
      name === DESCRIBE && cut.length > 0 ? `${description} ${cutHint(cut)}` : description,
    annotations: { title, ...annotations },
    inputSchema: objectSchema(input),
  }));
  const pinned = tools.map((capability) => ({
    name: capability.id,
    ...(capability.title ? { title: capability.title } : {}),
    description: capability.description,
    inputSchema: toolSchema(capability),
  }));
  return [...meta, ...pinned];
}

function cutHint(cut: readonly string[]): string {
  return `Pinned as well, and not listed as tools for want of room: ${cut.join(', ')}. Describe one of them here, then call it with invoke_capability.`;
}

/** A zod schema as the plain JSON that goes over the wire. */
function objectSchema(input: z.ZodType): JsonObject & { type: 'object' } {
  const schema: JsonObject = JSON.parse(JSON.stringify(z.toJSONSchema(input, { io: 'input' })));
  return { ...schema, type: 'object' };
}

async function callTool(ctx: Context, name: string, args: unknown): Promise<ToolResult> {
  try {
    const tool = META_TOOLS.find((item) => item.name === name);
    if (!tool) return await callPinned(ctx, name, args);
    const parsed = tool.input.safeParse(args);
    if (!parsed.success) return failure('VALIDATION', z.prettifyError(parsed.error));
    // Arguments are handed on and not kept.
    const bad = findUnstorable(parsed.data).find(({ path }) => path[0] !== 'arguments');
    if (bad) return failure('VALIDATION', `${bad.path.join('.')}: ${bad.message}`);
    return success(await tool.run(ctx, parsed.data));
  } catch (error) {
    return failureOf(error, ctx.requestId);
  }
}

/** A pinned capability under its own name takes its own arguments. */
async function callPinned(ctx: Context, name: string, args: unknown): Promise<ToolResult> {
  const input = invokeInputSchema.safeParse({ arguments: args });
  if (!input.success) return failure('VALIDATION', 'The arguments must be an object.');
  const answer = await invokeCapability({ ctx, input: { ...input.data, id: name } });
  return success(answer.body);
}
