import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AdapterResult } from '@/lib/adapters/adapter';
import { createEgress, type Egress } from '@/lib/adapters/egress/guarded-fetch';
import {
  createMcpAdapter,
  type McpAdapter,
  type McpFailure,
  McpSessions,
  type McpTarget,
  type SessionsOptions,
} from '@/lib/adapters/mcp';
import {
  type ReplayListing,
  type ReplayOptions,
  startReplayServer,
} from '../../support/replay-server';

vi.setConfig({ testTimeout: 30_000, expect: { poll: { timeout: 10_000 } } });

const silent = { debug() {}, info() {}, warn() {} };
const echo = { name: 'echo', inputSchema: { type: 'object' } };
const tools = Array.from({ length: 7 }, (_, i) => ({ ...echo, name: `tool_${i}` }));

let egress: Egress;
let sessions: McpSessions;
let adapter: McpAdapter;
let undo: (() => Promise<void>)[] = [];

function open(options: Partial<SessionsOptions> = {}) {
  sessions = new McpSessions({ egress, log: silent, resolveSecret: () => 's3cret', ...options });
  adapter = createMcpAdapter(sessions);
  undo.push(
    (
      (held) => () =>
        held.close()
    )(sessions),
  );
}
beforeEach(() => {
  egress = createEgress({ allow: ['127.0.0.1'] });
  undo = [() => egress.close()];
  open();
});
afterEach(async () => {
  for (const step of undo.reverse()) await step();
});

async function serve(listing: ReplayListing, options: ReplayOptions = {}) {
  const server = await startReplayServer(listing, options);
  undo.push(() => server.close());
  const target: McpTarget = { key: 't/replay', endpoint: { kind: 'http', url: server.url } };
  return { server, target };
}
function call(target: McpTarget, more: Partial<Parameters<McpAdapter['invoke']>[0]> = {}) {
  return adapter.invoke({
    type: 'MCP_TOOL',
    target,
    upstreamName: 'echo',
    arguments: { message: 'hi' },
    timeoutMs: 15_000,
    maxOutputBytes: 100_000,
    ...more,
  });
}
function classOf(result: AdapterResult): string {
  return result.ok ? result.status : result.class;
}
async function failureOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => null,
    (thrown: McpFailure) => thrown,
  );
  return error?.failure;
}

describe.each(['older', 'current'] as const)('the %s protocol', (protocol) => {
  it('lists every page and keeps items as they came, the broken ones too', async () => {
    const broken = [...tools, null, { name: 7 }, { name: 'x', inputSchema: { type: 'array' } }];
    const { target } = await serve({ tools: broken, prompts: [{}] }, { protocol, pageSize: 3 });
    const seen: string[] = [];
    const listing = await adapter.list(target, {
      onProgress: ({ kind, pages, items }) => seen.push(`${kind} ${pages} ${items}`),
    });
    expect(listing.tools).toEqual(broken);
    expect(listing.prompts).toEqual([{}]);
    expect(listing.serverInfo?.name).toBe('replay');
    expect(listing.protocolVersion).toBe(protocol === 'older' ? '2025-11-25' : '2026-07-28');
    expect(seen).toEqual(['tools 1 3', 'tools 2 6', 'tools 3 9', 'tools 4 10', 'prompts 1 1']);
    expect(listing).toMatchObject({ warnings: [], incomplete: [] });
  });

  it('ends with a warning when a cursor repeats', async () => {
    const { target } = await serve({ tools }, { protocol, pageSize: 2, stuckCursor: true });
    const listing = await adapter.list(target);
    expect(listing.warnings).toMatchObject([{ kind: 'tools', code: 'cursor-repeats' }]);
    expect(listing.incomplete).toEqual(['tools']);
  });

  it('bounds pages and items', async () => {
    const { target } = await serve({ tools }, { protocol, pageSize: 2 });
    const few = await adapter.list(target, { maxPages: 2 });
    expect([few.tools.length, few.warnings[0]?.code]).toEqual([4, 'too-many-pages']);
    const some = await adapter.list(target, { maxItems: 3 });
    expect([some.tools.length, some.warnings[0]?.code]).toEqual([3, 'too-many-items']);
  });

  it('rejects when the server breaks off', async () => {
    const { target } = await serve({ tools }, { protocol, pageSize: 2, crashMidList: true });
    expect(await failureOf(adapter.list(target))).toMatchObject({ class: 'connection_lost' });
  });

  it.each([true, false])('calls, reads and gets (event stream: %s)', async (sse) => {
    const { target } = await serve({ tools, resources: [], prompts: [] }, { protocol, sse });
    expect(await call(target)).toMatchObject({
      ok: true,
      status: 'SUCCEEDED',
      output: { structuredContent: { name: 'echo', arguments: { message: 'hi' } } },
      upstreamRequestId: expect.stringContaining('replay-'),
    });
    const read = {
      type: 'MCP_RESOURCE' as const,
      upstreamName: 'x://{id}',
      arguments: { id: 'a b' },
    };
    expect(await call(target, read)).toMatchObject({
      output: { contents: [{ uri: 'x://a%20b' }] },
    });
    const prompt = { type: 'MCP_PROMPT' as const, arguments: { n: 3 } };
    expect(await call(target, prompt)).toMatchObject({
      output: { messages: [{ content: { text: '{"n":"3"}' } }] },
    });
  });

  it('passes a tool’s own error on, and never minds odd answers', async () => {
    const answer = () => ({ isError: true, content: [{ type: 'strange' }], extra: 1 });
    const { target } = await serve({ tools }, { protocol, answer });
    expect(await call(target)).toMatchObject({
      status: 'TOOL_ERROR',
      output: { content: [{ type: 'strange' }], extra: 1 },
    });
  });

  it('bounds the answer', async () => {
    const answer = () => ({ content: [{ type: 'text', text: 'x'.repeat(20_000) }] });
    for (const sse of [true, false]) {
      const { target } = await serve({ tools }, { protocol, answer, sse });
      expect(classOf(await call(target, { maxOutputBytes: 10_000 }))).toBe('output_too_large');
      open({ maxMessageBytes: 15_000 });
      expect(classOf(await call(target))).toBe('output_too_large');
    }
  });

  it('times out and cancels, and goes on after either', async () => {
    const { target } = await serve({ tools }, { protocol, delayMs: 400 });
    // Connected before the clock of a call runs: on a busy machine that alone may take longer.
    await adapter.list(target);
    expect(await call(target, { timeoutMs: 100 })).toMatchObject({
      ok: false,
      kind: 'TIMEOUT',
      message: 'The server did not answer within 100 ms.',
    });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    expect(await call(target, { signal: controller.signal })).toMatchObject({ kind: 'CANCELLED' });
    expect(await call(target, { signal: AbortSignal.abort() })).toMatchObject({
      kind: 'CANCELLED',
      mayHaveRun: false,
    });
    expect(classOf(await call(target))).toBe('SUCCEEDED');
  });

  it('tells the server of a cancelled call, with the credential of the call', async () => {
    const { server, target } = await serve({ tools }, { protocol, delayMs: 500, token: 'right' });
    const credential = { headers: { Authorization: 'Bearer right' } };
    const result = await call(target, { credential, timeoutMs: 200 });
    expect(result).toMatchObject({ kind: 'TIMEOUT' });
    const methods = () => server.received.map(({ message }) => message.method);
    if (protocol === 'older') await expect.poll(methods).toContain('notifications/cancelled');
    else expect(methods()).toContain('tools/call');
  });

  it('passes on that a list changed', async () => {
    const { server, target } = await serve({ tools }, { protocol });
    const changed: string[] = [];
    const off = sessions.onListChanged((key) => changed.push(key));
    await adapter.list(target);
    await expect
      .poll(
        () => {
          server.announceChange();
          return changed[0];
        },
        { interval: 500, timeout: 10_000 },
      )
      .toBe('t/replay');
    off();
  });

  it('says unauthorized without a credential, forbidden with a wrong one', async () => {
    const { target } = await serve({ tools }, { protocol, token: 'right' });
    const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
    const without = await call(target);
    expect(without).toMatchObject({ class: 'unauthorized', mayHaveRun: false });
    const wrong = await call(target, { credential: bearer('wrong') });
    expect(wrong).toMatchObject({ class: 'forbidden', message: expect.stringContaining('403') });
    expect(JSON.stringify([without, wrong])).not.toContain('Bearer');
    expect(classOf(await call(target, { credential: bearer('right') }))).toBe('SUCCEEDED');
    // The session is there now; each call still stands on its own credential.
    expect(classOf(await call(target, { credential: bearer('wrong') }))).toBe('forbidden');
    expect(classOf(await call(target))).toBe('unauthorized');
  });

  it('carries each call’s own credential over one session', async () => {
    const { server, target } = await serve({ tools }, { protocol, delayMs: 20, sessions: true });
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        call(target, { arguments: { i }, credential: { headers: { 'x-who': `u${i}` } } }),
      ),
    );
    expect(results.every((result) => result.ok)).toBe(true);
    for (const { message, headers } of server.received) {
      if (message.method !== 'tools/call') continue;
      const args = message.params?.arguments;
      expect(headers['x-who']).toBe(`u${(args as { i: number }).i}`);
    }
    const starts = server.received.filter(({ message }) =>
      ['initialize', 'server/discover'].includes(message.method ?? ''),
    );
    expect(starts.length).toBeLessThanOrEqual(2);
    expect(sessions.stats()).toMatchObject({ sessions: 1, inFlight: 0 });
  });
});

describe('sessions', () => {
  it('start again when the server forgot them', async () => {
    const { server, target } = await serve({ tools }, { protocol: 'older', sessions: true });
    expect(classOf(await call(target))).toBe('SUCCEEDED');
    server.forgetSessions();
    expect(classOf(await call(target))).toBe('SUCCEEDED');
  });

  it('keep the answers under way when one connection breaks', async () => {
    const { server, target } = await serve({ tools }, { protocol: 'older', delayMs: 300 });
    await call(target);
    const slow = call(target, { arguments: { slow: true } });
    const calls = () => server.received.filter(({ message }) => message.method === 'tools/call');
    await expect.poll(() => calls().length).toBe(2);
    server.breakNext();
    expect(classOf(await call(target))).toBe('connection_lost');
    expect(classOf(await slow)).toBe('SUCCEEDED');
    expect(classOf(await call(target))).toBe('SUCCEEDED');
  });

  it('follow the provider to another address', async () => {
    const one = await serve({ tools });
    const two = await serve({ tools });
    await call(one.target);
    await call({ ...one.target, endpoint: two.target.endpoint });
    expect(two.server.received.length).toBeGreaterThan(0);
    expect(sessions.stats().sessions).toBe(1);
  });

  it('end when idle', async () => {
    open({ idleMs: 500 });
    const { target } = await serve({ tools });
    await call(target);
    expect(sessions.stats().sessions).toBe(1);
    await expect.poll(() => sessions.stats().sessions).toBe(0);
    expect(classOf(await call(target))).toBe('SUCCEEDED');
  });

  it('leave a failing server alone for a while', async () => {
    open({ breakAfter: 2, breakMs: 20_000 });
    const { server, target } = await serve({ tools }, { protocol: 'older', sessions: false });
    await call(target);
    await server.close();
    const classes = [];
    for (let i = 0; i < 4; i += 1) classes.push(classOf(await call(target)));
    expect(classes).toEqual(['connection_lost', 'connect_failed', 'circuit_open', 'circuit_open']);
    const other = await serve({ tools });
    expect(classOf(await call({ ...target, endpoint: other.target.endpoint }))).toBe('SUCCEEDED');
  });

  it('refuse private addresses that no configuration allows', async () => {
    const { target } = await serve({ tools });
    await egress.close();
    egress = createEgress();
    open();
    expect(await call(target)).toMatchObject({ class: 'egress_refused', mayHaveRun: false });
  });

  it('send the provider’s own headers, resolved from their references', async () => {
    const { server, target } = await serve({ tools }, { token: 's3cret' });
    open({ resolveSecret: (reference) => `Bearer ${reference === 'env:T' ? 's3cret' : '?'}` });
    const endpoint = {
      kind: 'http' as const,
      url: server.url,
      headersFromSecret: { Authorization: 'env:T' },
    };
    expect(classOf(await call({ ...target, endpoint }))).toBe('SUCCEEDED');
  });
});
