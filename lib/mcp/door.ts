import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import { authenticate } from '@/lib/auth/bearer';
import { log } from '@/lib/observability/log';
import type { Context } from '@/lib/services/context';
import { ServiceError } from '@/lib/services/errors';
import { makeServer } from './server';

/** The SDK passes `extra` through untouched; this is the one place that puts the context there. */
function contextOf(authInfo: AuthInfo | undefined): Context {
  const ctx = authInfo?.extra?.ctx;
  if (ctx === undefined) throw new ServiceError('UNAUTHENTICATED', 'A key is needed.');
  return ctx as Context;
}

const handler = createMcpHandler(({ authInfo }) => makeServer(contextOf(authInfo)), {
  onerror: (error) => log.warn({ err: error }, 'a request at the MCP door was rejected'),
});

/**
 * Streamable HTTP for today's protocol and, statelessly, for the older ones. Takes an agent key:
 * over MCP there is nobody else to be. `readBody` reads what is posted, within the bounds of every
 * door and only once the key is known.
 * @throws ServiceError UNAUTHENTICATED, FORBIDDEN before the protocol is reached, and what
 *   `readBody` throws.
 */
export async function serveMcp(
  request: Request,
  requestId: string,
  readBody: (request: Request) => Promise<unknown>,
): Promise<Response> {
  const ctx = await authenticate(request, requestId);
  if (ctx.actor.kind !== 'agent') {
    throw new ServiceError('FORBIDDEN', 'Use an agent key here, not a person’s token.');
  }
  const authInfo = {
    token: '',
    clientId: ctx.actor.agentId,
    scopes: [],
    extra: { ctx: { ...ctx, door: 'mcp' } },
  };
  if (request.method !== 'POST') return handler.fetch(request, { authInfo });
  // A body of nothing is for the protocol to refuse, like any other that is no message of it.
  return handler.fetch(request, { authInfo, parsedBody: (await readBody(request)) ?? null });
}
