import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { isJsonObject, type JsonObject } from '@/lib/core/shared/json';

/** What a server says of itself; the items are passed on exactly as they are, valid or not. */
export type ReplayListing = {
  serverInfo?: JsonObject;
  instructions?: string;
  capabilities?: JsonObject;
  tools?: unknown[];
  resources?: unknown[];
  resourceTemplates?: unknown[];
  prompts?: unknown[];
};

export type ReplayOptions = {
  /** Items a page; default all in one. */
  pageSize?: number;
  /**
   * `older` speaks initialize only, `current` server/discover only, `both` either;
   * `dies-on-probe` ends when asked anything before initialize.
   */
  protocol?: 'older' | 'current' | 'both' | 'dies-on-probe';
  /** The cursor of the second page leads to the second page, for ever. */
  stuckCursor?: boolean;
  /** Breaks off while the second page of tools is asked for. */
  crashMidList?: boolean;
  /** Before every answer to a call, read or get. */
  delayMs?: number;
  /** Bearer token: none answers 401, another 403. */
  token?: string;
  /** HTTP: answers as event streams; keeps sessions, which `forgetSessions` ends. */
  sse?: boolean;
  sessions?: boolean;
  /** Result of a call; default an echo of name and arguments. */
  answer?: (name: string, args: JsonObject) => JsonObject | Promise<JsonObject>;
};

type Message = { id?: string | number; method?: string; params?: JsonObject };
type Reply = { result: JsonObject } | { error: { code: number; message: string } } | 'crash';

const CURRENT = '2026-07-28';
const OLDER = ['2025-11-25', '2025-06-18', '2025-03-26'];
const LISTS: Record<string, 'tools' | 'resources' | 'resourceTemplates' | 'prompts'> = {
  'tools/list': 'tools',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The protocol without a transport: messages in, replies out. */
class Replay {
  readonly received: Message[] = [];
  constructor(
    public listing: ReplayListing,
    readonly options: ReplayOptions,
  ) {}

  async reply(message: Message): Promise<Reply | null> {
    this.received.push(message);
    if (message.id === undefined) return null;
    const { protocol = 'both' } = this.options;
    const { method = '', params = {} } = message;
    if (method === 'server/discover') {
      if (protocol === 'dies-on-probe') return 'crash';
      return protocol === 'older' ? notFound(method) : { result: this.#discover() };
    }
    if (method === 'initialize') {
      return protocol === 'current' ? notFound(method) : { result: this.#initialize(params) };
    }
    const list = LISTS[method];
    if (list) return this.#page(list, params);
    return this.#act(method, params);
  }

  #capabilities(): JsonObject {
    if (this.listing.capabilities) return this.listing.capabilities;
    return {
      tools: { listChanged: true },
      ...(this.listing.resources && { resources: {} }),
      ...(this.listing.prompts && { prompts: {} }),
    };
  }

  #common(): JsonObject {
    const { instructions } = this.listing;
    return { capabilities: this.#capabilities(), ...(instructions && { instructions }) };
  }

  #info(): JsonObject {
    return this.listing.serverInfo ?? { name: 'replay', version: '1.0.0' };
  }

  #discover(): JsonObject {
    return {
      ...this.#common(),
      resultType: 'complete',
      supportedVersions: [CURRENT],
      ttlMs: 0,
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': this.#info() },
    };
  }

  #initialize(params: JsonObject): JsonObject {
    const wanted = String(params.protocolVersion);
    const protocolVersion = OLDER.includes(wanted) ? wanted : '2025-06-18';
    return { ...this.#common(), protocolVersion, serverInfo: this.#info() };
  }

  #page(list: (typeof LISTS)[string] & string, params: JsonObject): Reply {
    const items = this.listing[list] ?? [];
    const size = this.options.pageSize ?? Math.max(1, items.length);
    const start = Number(params.cursor ?? 0);
    if (this.options.crashMidList && start > 0) return 'crash';
    const next = this.options.stuckCursor ? size : start + size;
    const more = this.options.stuckCursor || next < items.length;
    const page = JSON.parse(JSON.stringify(items.slice(start, start + size)));
    const result: JsonObject = { [list]: page, resultType: 'complete' };
    if (more) result.nextCursor = String(next);
    return { result };
  }

  async #act(method: string, params: JsonObject): Promise<Reply> {
    if (this.options.delayMs) await pause(this.options.delayMs);
    const args = isJsonObject(params.arguments) ? params.arguments : {};
    if (method === 'tools/call') {
      const answer = this.options.answer ?? echo;
      return { result: { resultType: 'complete', ...(await answer(String(params.name), args)) } };
    }
    const text = JSON.stringify(params.uri ?? params.arguments ?? {});
    if (method === 'resources/read') {
      const contents = [{ uri: String(params.uri), text }];
      return { result: { resultType: 'complete', contents } };
    }
    if (method === 'prompts/get') {
      const messages = [{ role: 'user', content: { type: 'text', text } }];
      return { result: { resultType: 'complete', messages } };
    }
    return method === 'ping' ? { result: {} } : notFound(method);
  }
}

function echo(name: string, args: JsonObject): JsonObject {
  const structuredContent = { name, arguments: args };
  return {
    content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
    structuredContent,
  };
}

function notFound(method: string): Reply {
  return { error: { code: -32601, message: `Method not found: ${method}` } };
}

export type ReplayServer = {
  url: string;
  /** Every message, in order, with the headers it came with. */
  received: { message: Message; headers: IncomingMessage['headers'] }[];
  /** Lists this from now on. */
  replace(listing: ReplayListing): void;
  /** Tells connected clients that the list of tools changed. */
  announceChange(): void;
  forgetSessions(): void;
  /** Drops the connection of the next request. */
  breakNext(): void;
  close(): Promise<void>;
};

async function bodyOf(request: IncomingMessage): Promise<Message> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/** Serves a listing over Streamable HTTP on a free port of the loopback address. */
export async function startReplayServer(
  listing: ReplayListing,
  options: ReplayOptions = {},
): Promise<ReplayServer> {
  const replay = new Replay(listing, options);
  const received: ReplayServer['received'] = [];
  const streams = new Map<ServerResponse, JsonObject>();
  let sessions = new Set<string>();
  let nextSession = 1;
  let breaking = false;

  const denied = (request: IncomingMessage): number | null => {
    if (!options.token) return null;
    const { authorization } = request.headers;
    if (!authorization) return 401;
    return authorization === `Bearer ${options.token}` ? null : 403;
  };
  const openStream = (response: ServerResponse, meta: JsonObject = {}) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    streams.set(response, meta);
    response.on('close', () => streams.delete(response));
  };
  const post = async (request: IncomingMessage, response: ServerResponse) => {
    const message = await bodyOf(request);
    received.push({ message, headers: request.headers });
    const session = request.headers['mcp-session-id'];
    if (typeof session === 'string' && !sessions.has(session)) {
      response.writeHead(404).end('no such session');
      return;
    }
    if (message.method === 'subscriptions/listen') {
      const subscription = { 'io.modelcontextprotocol/subscriptionId': message.id ?? '' };
      const notifications = { toolsListChanged: true };
      openStream(response, subscription);
      const method = 'notifications/subscriptions/acknowledged';
      const ack = { jsonrpc: '2.0', method, params: { notifications, _meta: subscription } };
      response.write(`data: ${JSON.stringify(ack)}\n\n`);
      return;
    }
    const reply = await replay.reply(message);
    if (reply === 'crash') {
      request.socket.destroy();
      return;
    }
    if (reply === null) {
      response.writeHead(202).end();
      return;
    }
    const headers: Record<string, string> = { 'x-request-id': `replay-${received.length}` };
    if (options.sessions && message.method === 'initialize') {
      headers['mcp-session-id'] = `session-${nextSession++}`;
      sessions.add(headers['mcp-session-id']);
    }
    const text = JSON.stringify({ jsonrpc: '2.0', id: message.id, ...reply });
    const type = options.sse ? 'text/event-stream' : 'application/json';
    response.writeHead(200, { ...headers, 'content-type': type });
    response.end(options.sse ? `event: message\ndata: ${text}\n\n` : text);
  };
  const server = createServer((request, response) => {
    const status = denied(request);
    if (breaking) {
      breaking = false;
      request.socket.destroy();
    } else if (status) response.writeHead(status).end('not with this credential');
    else if (request.method === 'POST') {
      post(request, response).catch(() => response.writeHead(500).end());
    } else if (request.method === 'GET') openStream(response);
    else response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/mcp`,
    received,
    replace: (next) => {
      replay.listing = next;
    },
    announceChange: () => {
      const method = 'notifications/tools/list_changed';
      for (const [stream, _meta] of streams) {
        stream.write(`data: ${JSON.stringify({ jsonrpc: '2.0', method, params: { _meta } })}\n\n`);
      }
    },
    breakNext: () => {
      breaking = true;
    },
    forgetSessions: () => {
      sessions = new Set();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Serves a listing over this process's stdin and stdout. */
export function serveStdio(listing: ReplayListing, options: ReplayOptions = {}): void {
  const replay = new Replay(listing, options);
  const lines = createInterface({ input: process.stdin });
  lines.on('line', async (line) => {
    const message: Message = JSON.parse(line);
    const reply = await replay.reply(message);
    if (reply === 'crash') process.exit(3);
    if (!reply) return;
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, ...reply })}\n`);
  });
  lines.on('close', () => process.exit(0));
}

/** Arguments for `node` that replay a file over stdio, to be run from the project's folder. */
export function replayArgs(file: string, options: Omit<ReplayOptions, 'answer'> = {}): string[] {
  return ['--import', 'tsx', import.meta.filename, file, JSON.stringify(options)];
}

const [, script, file, options] = process.argv;
if (script && file && import.meta.url === pathToFileURL(script).href) {
  serveStdio(JSON.parse(readFileSync(file, 'utf8')), JSON.parse(options ?? '{}'));
}
