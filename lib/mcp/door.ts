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
 * over MCP there is nobody else to be.
 * @throws ServiceError UNAUTHENTICATED, FORBIDDEN before the protocol is reached.
 */
export async function serveMcp(request: Request, requestId: string): Promise<Response> {
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
  return handler.fetch(request, { authInfo });
}
