import type { Implementation } from '@modelcontextprotocol/client';
import type { AdapterLog, CallCredential } from '../adapter';
import type { Egress } from '../egress/guarded-fetch';
import { failed, isMcpFailure, type McpFailure } from './failure';
import { createHttpTransport } from './http-transport';
import { type Era, McpSession, type McpTransport } from './session';
import { StdioTransport } from './stdio-transport';
import type { McpTarget, ResolveSecret } from './target';

export type ConnectorOptions = {
  egress: Egress;
  log: AdapterLog;
  resolveSecret: ResolveSecret;
  clientInfo: Implementation;
  connectTimeoutMs: number;
  maxMessageBytes: number;
  graceMs: number;
};

export type ConnectRequest = {
  target: McpTarget;
  knownEra?: Era;
  credential?: CallCredential;
  onListChanged: () => void;
  onClosed: (session: McpSession) => void;
};

async function resolved(
  secrets: Record<string, string>,
  resolve: ResolveSecret,
): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const [name, reference] of Object.entries(secrets)) {
    try {
      values[name] = await resolve(reference);
    } catch {
      throw failed(
        'invalid_target',
        `The secret for "${name}" could not be read; check its reference.`,
      );
    }
  }
  return values;
}

async function openTransport(
  { endpoint, key }: McpTarget,
  options: ConnectorOptions,
): Promise<McpTransport> {
  const { maxMessageBytes, graceMs, egress, log } = options;
  if (endpoint.kind === 'http') {
    const headers = await resolved(endpoint.headersFromSecret ?? {}, options.resolveSecret);
    const transport = createHttpTransport({ url: endpoint.url, egress, maxMessageBytes, headers });
    return { kind: 'http', transport };
  }
  const secrets = await resolved(endpoint.secrets, options.resolveSecret);
  const transport = new StdioTransport({
    command: endpoint.command,
    args: endpoint.args,
    ...(endpoint.cwd !== undefined && { cwd: endpoint.cwd }),
    env: { ...endpoint.env, ...secrets },
    secretValues: Object.values(secrets),
    maxMessageBytes,
    graceMs,
    onStderr: (line) => log.debug({ provider: key, line }, 'mcp.stderr'),
  });
  return { kind: 'stdio', transport };
}

/**
 * Connects, finding out which protocol the server speaks: it is asked on the connection itself,
 * so no second process is started. A stdio server that dies of the question is an older one and
 * is started once more without it.
 */
export async function connectSession(
  request: ConnectRequest,
  options: ConnectorOptions,
): Promise<McpSession> {
  const attempt = async (knownEra: Era | undefined) =>
    McpSession.connect({
      transport: await openTransport(request.target, options).catch(asTargetFailure),
      clientInfo: options.clientInfo,
      timeoutMs: options.connectTimeoutMs,
      ...(knownEra && { knownEra }),
      ...(request.credential && { credential: request.credential }),
      onListChanged: request.onListChanged,
      onClosed: request.onClosed,
      onError: (error) =>
        options.log.debug({ provider: request.target.key, error: error.message }, 'mcp.error'),
    });
  try {
    return await attempt(request.knownEra);
  } catch (error) {
    const died = isMcpFailure(error) && error.failure.class === 'connect_failed';
    const probed = request.target.endpoint.kind === 'stdio' && request.knownEra !== 'legacy';
    if (!died || !probed || isSpawnFailure(error)) throw error;
    return attempt('legacy');
  }
}

function isSpawnFailure(error: McpFailure): boolean {
  return error.failure.message.includes('could not be started');
}

function asTargetFailure(error: unknown): never {
  if (error instanceof Error && error.name === 'EgressError') {
    throw failed('egress_refused', error.message);
  }
  if (isMcpFailure(error)) throw error;
  throw failed('invalid_target', 'The address of the server is not valid.');
}
