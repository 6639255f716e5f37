import { UriTemplate } from '@modelcontextprotocol/client';
import type { Json, JsonObject } from '@/lib/core/shared/json';
import type { AdapterCall, AdapterResult } from '../adapter';
import { failed } from './failure';
import type { McpSession, RequestOptions } from './session';
import type { McpTarget } from './target';

export type McpCall = AdapterCall<McpTarget>;

/** Of the protocol, not of the answer. */
const ENVELOPE = ['resultType', 'isError'];

function outputOf(result: JsonObject): { [key: string]: Json } {
  return Object.fromEntries(Object.entries(result).filter(([key]) => !ENVELOPE.includes(key)));
}

function bounded(
  answer: { result: JsonObject; upstreamRequestId?: string },
  maxOutputBytes: number,
): AdapterResult {
  const { result, upstreamRequestId } = answer;
  const output = outputOf(result);
  const bytes = Buffer.byteLength(JSON.stringify(output));
  if (bytes > maxOutputBytes) {
    const message = `The answer is ${bytes} bytes; at most ${maxOutputBytes} are allowed.`;
    throw failed('output_too_large', message, { mayHaveRun: true });
  }
  const status = result.isError === true ? 'TOOL_ERROR' : 'SUCCEEDED';
  return { ok: true, status, output, ...(upstreamRequestId && { upstreamRequestId }) };
}

/** A tool's own error is a success of the call with status TOOL_ERROR. Rejects with an McpFailure. */
export async function callTool(
  session: McpSession,
  call: McpCall,
  options: RequestOptions,
): Promise<AdapterResult> {
  const params = { name: call.upstreamName, arguments: call.arguments };
  const answer = await session.callTool(params, call.inputSchema, options);
  const content = Array.isArray(answer.result.content) ? answer.result.content : [];
  const result = { ...answer.result, content };
  return bounded({ ...answer, result }, call.maxOutputBytes);
}

function expanded(template: string, args: JsonObject): string {
  if (!template.includes('{')) return template;
  const values = Object.entries(args).map(([name, value]) => [name, asText(value)]);
  try {
    return new UriTemplate(template).expand(Object.fromEntries(values));
  } catch {
    throw failed('invalid_target', 'The URI template of the resource cannot be filled in.');
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Reads a resource; of a template, the one the arguments name. */
export async function readResource(
  session: McpSession,
  call: McpCall,
  options: RequestOptions,
): Promise<AdapterResult> {
  const uri = expanded(call.upstreamName, call.arguments);
  const answer = await session.request('resources/read', { uri }, options);
  return bounded(answer, call.maxOutputBytes);
}

/** Prompt arguments are strings on the wire; other values go as their JSON. */
export async function getPrompt(
  session: McpSession,
  call: McpCall,
  options: RequestOptions,
): Promise<AdapterResult> {
  const args = Object.entries(call.arguments).map(([name, value]) => [name, asText(value)]);
  const params = { name: call.upstreamName, arguments: Object.fromEntries(args) };
  const answer = await session.request('prompts/get', params, options);
  return bounded(answer, call.maxOutputBytes);
}
