import type { Adapter, AdapterResult } from '../adapter';
import { callTool, getPrompt, type McpCall, readResource } from './call';
import { failed, toFailure } from './failure';
import { type Listing, type ListOptions, listProvider } from './list';
import type { RequestOptions } from './session';
import type { McpSessions } from './sessions';
import type { McpTarget } from './target';

export type McpAdapter = Adapter<McpTarget> & {
  /** Every tool, resource, template and prompt of a provider. Rejects with an McpFailure. */
  list(target: McpTarget, options?: ListOptions): Promise<Listing>;
};

const WAYS = { MCP_TOOL: callTool, MCP_RESOURCE: readResource, MCP_PROMPT: getPrompt } as const;
type McpType = keyof typeof WAYS;
const TYPES: readonly McpType[] = ['MCP_TOOL', 'MCP_RESOURCE', 'MCP_PROMPT'];

function isMcpType(type: string): type is McpType {
  return Object.hasOwn(WAYS, type);
}

/** Aborts with the caller, or when the deadline passes; `ended` says which. */
function deadlineOf(call: McpCall) {
  const controller = new AbortController();
  const startedAt = performance.now();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, call.timeoutMs);
  const onAbort = () => controller.abort();
  if (call.signal?.aborted) controller.abort();
  call.signal?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    timedOut: () => timedOut,
    remaining: () => Math.max(1, Math.ceil(call.timeoutMs - (performance.now() - startedAt))),
    clear() {
      clearTimeout(timer);
      call.signal?.removeEventListener('abort', onAbort);
    },
  };
}

/** MCP tools, resources and prompts over the shared sessions. Starting a server counts as waiting. */
export function createMcpAdapter(sessions: McpSessions): McpAdapter {
  async function invoke(call: McpCall): Promise<AdapterResult> {
    const { type, credential } = call;
    if (!isMcpType(type)) {
      return failed('invalid_target', `MCP has no capabilities of type ${type}.`).failure;
    }
    const deadline = deadlineOf(call);
    const lease = { signal: deadline.signal, ...(credential && { credential }) };
    try {
      return await sessions.use(call.target, lease, (session) => {
        const options: RequestOptions = { ...lease, timeoutMs: deadline.remaining() };
        return WAYS[type](session, call, options);
      });
    } catch (error) {
      const { failure } = toFailure(error, true);
      if (failure.class !== 'cancelled' || !deadline.timedOut()) return failure;
      const message = `The server did not answer within ${call.timeoutMs} ms.`;
      return failed('timeout', message, { mayHaveRun: failure.mayHaveRun }).failure;
    } finally {
      deadline.clear();
    }
  }

  return {
    types: TYPES,
    invoke,
    list: (target, options = {}) =>
      sessions.use(target, options, (session) => listProvider(session, options)),
  };
}
