import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AdapterResult } from '@/lib/adapters/adapter';
import { createEgress } from '@/lib/adapters/egress/guarded-fetch';
import {
  createMcpAdapter,
  type McpAdapter,
  McpSessions,
  type McpTarget,
  type SessionsOptions,
} from '@/lib/adapters/mcp';
import { createSchemaChecker } from '@/lib/adapters/schema';
import { isJsonObject } from '@/lib/core/shared/json';
import { type ReplayListing, type ReplayOptions, replayArgs } from '../../support/replay-server';

vi.setConfig({ testTimeout: 60_000, expect: { poll: { timeout: 10_000 } } });

const require = createRequire(import.meta.url);
let folder = '';
let sessions: McpSessions;
let adapter: McpAdapter;
let logged: string[] = [];
const egress = createEgress();

function open(options: Partial<SessionsOptions> = {}) {
  const log = {
    debug: (fields: object) => logged.push(JSON.stringify(fields)),
    info() {},
    warn() {},
  };
  const resolveSecret = (reference: string) => `value of ${reference}`;
  sessions = new McpSessions({ egress, log, resolveSecret, graceMs: 300, ...options });
  adapter = createMcpAdapter(sessions);
}
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-mcp-')));
  logged = [];
  open();
});
afterEach(async () => {
  await sessions.close();
  rmSync(folder, { recursive: true, force: true });
});

function stdio(
  args: string[],
  more: Partial<McpTarget['endpoint'] & { kind: 'stdio' }> = {},
): McpTarget {
  const endpoint = { kind: 'stdio' as const, command: 'node', args, env: {}, secrets: {}, ...more };
  return { key: `t/${args.join(' ')}`, endpoint };
}
function replay(listing: ReplayListing, options: ReplayOptions = {}): McpTarget {
  const file = join(folder, 'listing.json');
  writeFileSync(file, JSON.stringify(listing));
  return stdio(replayArgs(file, options), { cwd: process.cwd() });
}
/** A server in one line of JavaScript: answers what `body` returns for a message `m`. */
function script(body: string): McpTarget {
  const file = join(folder, 'server.cjs');
  const initialize = `{protocolVersion: m.params.protocolVersion, capabilities: {tools: {}}, serverInfo: {name: 's', version: '1'}}`;
  const text = `
    const say = (m) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...m }) + '\\n');
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const m = JSON.parse(line);
      if (m.method === 'server/discover') return say({ id: m.id, error: { code: -32601, message: 'Method not found' } });
      if (m.method === 'initialize') return say({ id: m.id, result: ${initialize} });
      ${body}
    });`;
  writeFileSync(file, text);
  return stdio([file]);
}
/** The program a package's package.json names, from node_modules. */
function packageServer(name: string, args: string[] = []): McpTarget {
  const manifest = require.resolve(`@modelcontextprotocol/${name}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  const [first] = typeof bin === 'string' ? [bin] : Object.values<string>(bin);
  return stdio([join(dirname(manifest), first ?? ''), ...args]);
}
function call(target: McpTarget, more: Partial<Parameters<McpAdapter['invoke']>[0]> = {}) {
  return adapter.invoke({
    type: 'MCP_TOOL',
    target,
    upstreamName: 'echo',
    arguments: { message: 'hi' },
    timeoutMs: 20_000,
    maxOutputBytes: 1_000_000,
    ...more,
  });
}
function classOf(result: AdapterResult): string {
  return result.ok ? result.status : result.class;
}
function textOf(result: AdapterResult): string {
  const content = result.ok && Array.isArray(result.output.content) ? result.output.content : [];
  return content.map((part) => (isJsonObject(part) ? String(part.text) : '')).join('\n');
}
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('real servers', () => {
  it('everything: lists, calls, cancels, times out, starts again after a kill', async () => {
    const target = packageServer('server-everything', ['stdio']);
    const listing = await adapter.list(target);
    expect(listing.serverInfo?.name).toBe('mcp-servers/everything');
    expect(listing.instructions).toContain('Everything Server');
    expect(listing.tools.length).toBeGreaterThan(9);
    expect(listing.prompts.length).toBeGreaterThan(2);
    expect(listing.resourceTemplates).toHaveLength(2);
    expect(listing.warnings).toEqual([]);

    expect(textOf(await call(target))).toBe('Echo: hi');
    const checker = createSchemaChecker();
    const tool = listing.tools.find((item) => isJsonObject(item) && item.name === 'echo');
    const schema = isJsonObject(tool) && isJsonObject(tool.inputSchema) ? tool.inputSchema : {};
    expect(await checker.validate({ schema }, { message: 'hi' })).toEqual({ valid: true });
    expect(await checker.validate({ schema }, {})).toMatchObject({ errors: [{ path: 'message' }] });
    await checker.close();

    const long = {
      upstreamName: 'trigger-long-running-operation',
      arguments: { duration: 5, steps: 5 },
    };
    expect(await call(target, { ...long, timeoutMs: 200 })).toMatchObject({ kind: 'TIMEOUT' });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 200);
    const cancelled = await call(target, { ...long, signal: controller.signal });
    expect(cancelled).toMatchObject({ kind: 'CANCELLED', mayHaveRun: true });

    const [pid = 0] = sessions.stats().pids;
    const inFlight = call(target, long);
    setTimeout(() => process.kill(pid, 'SIGKILL'), 200);
    expect(await inFlight).toMatchObject({
      class: 'connection_lost',
      message: expect.stringContaining('SIGKILL'),
    });
    expect(textOf(await call(target))).toBe('Echo: hi');
    expect(sessions.stats().pids[0]).not.toBe(pid);

    const environment = textOf(await call(target, { upstreamName: 'get-env', arguments: {} }));
    expect(Object.keys(JSON.parse(environment))).toEqual(['PATH']);
  });

  it('filesystem: reads within its folder, refuses outside as a tool error', async () => {
    writeFileSync(join(folder, 'note.txt'), 'remember');
    const target = packageServer('server-filesystem', [folder]);
    const read = (path: string) =>
      call(target, { upstreamName: 'read_text_file', arguments: { path } });
    expect(textOf(await read(join(folder, 'note.txt')))).toBe('remember');
    expect(classOf(await read('/etc/hostname'))).toBe('TOOL_ERROR');
  });

  it('memory: keeps its state between calls of one session', async () => {
    const target = packageServer('server-memory');
    const endpoint = {
      ...target.endpoint,
      env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
    };
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['wrote programs'] }];
    const created = await call(
      { ...target, endpoint },
      { upstreamName: 'create_entities', arguments: { entities } },
    );
    expect(classOf(created)).toBe('SUCCEEDED');
    const graph = await call(
      { ...target, endpoint },
      { upstreamName: 'read_graph', arguments: {} },
    );
    expect(textOf(graph)).toContain('Ada');
    expect(sessions.stats().children).toBe(1);
  });
});

describe('the protocol over stdio', () => {
  it.each(['older', 'current', 'dies-on-probe'] as const)(
    '%s servers',
    async (protocol) => {
      const target = replay({ tools: [{ name: 'echo' }, 7] }, { protocol, pageSize: 1 });
      const listing = await adapter.list(target);
      expect(listing.tools).toEqual([{ name: 'echo' }, 7]);
      expect(listing.protocolVersion).toBe(protocol === 'current' ? '2026-07-28' : '2025-11-25');
      expect(classOf(await call(target))).toBe('SUCCEEDED');
      expect(sessions.stats().children).toBe(1);
    },
    30_000,
  );

  it('reports a server that ends in the middle of its list, by its exit code', async () => {
    const options = { protocol: 'older' as const, pageSize: 1, crashMidList: true };
    const target = replay({ tools: [{ name: 'a' }, { name: 'b' }] }, options);
    await expect(adapter.list(target)).rejects.toMatchObject({
      failure: { class: 'connection_lost', message: expect.stringContaining('code 3') },
    });
  });
});

describe('children', () => {
  it('get the environment listed and a PATH, secrets resolved, nothing else', async () => {
    const target = script(
      `if (m.method === 'tools/call') say({ id: m.id, result: { content: [{ type: 'text', text: JSON.stringify(process.env) }] } });`,
    );
    const endpoint = { ...target.endpoint, env: { A: 'b' }, secrets: { TOKEN: 'env:X' } };
    const environment = JSON.parse(textOf(await call({ ...target, endpoint })));
    expect(environment).toEqual({ A: 'b', TOKEN: 'value of env:X', PATH: expect.any(String) });
    expect(environment.PATH.split(':')).toContain(dirname(process.execPath));
  });

  it('may talk on stderr and print what is no message; secrets stay out of the log', async () => {
    const target = script(
      `process.stderr.write('using ' + process.env.TOKEN + '\\n'); console.log('banner {');
       if (m.method === 'tools/call') say({ id: m.id, result: { content: [] } });`,
    );
    const endpoint = { ...target.endpoint, secrets: { TOKEN: 'env:X' } };
    expect(classOf(await call({ ...target, endpoint }))).toBe('SUCCEEDED');
    await expect.poll(() => logged.join()).toContain('using [secret]');
    expect(logged.join()).not.toContain('value of env:X');
  });

  it('that ignore stdin and SIGTERM are killed', async () => {
    const target = script(
      `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);
       if (m.method === 'tools/call') say({ id: m.id, result: { content: [] } });`,
    );
    await call(target);
    const [pid = 0] = sessions.stats().pids;
    expect(isAlive(pid)).toBe(true);
    await sessions.drop(target.key);
    expect(isAlive(pid)).toBe(false);
  });

  it('that answer beyond the bound are ended, and started again', async () => {
    open({ maxMessageBytes: 50_000 });
    const target = script(
      `if (m.method === 'tools/call') say({ id: m.id, result: { content: [{ type: 'text', text: 'x'.repeat(m.params.arguments.n) }] } });`,
    );
    expect(classOf(await call(target, { arguments: { n: 90_000 } }))).toBe('output_too_large');
    expect(classOf(await call(target, { arguments: { n: 10 } }))).toBe('SUCCEEDED');
  });

  it('that cannot start say why', async () => {
    const missing = {
      ...stdio([]),
      endpoint: { ...stdio([]).endpoint, command: 'no-such-program' },
    };
    expect(await call(missing)).toMatchObject({
      class: 'connect_failed',
      message: expect.stringContaining('could not be started'),
      mayHaveRun: false,
    });
    writeFileSync(join(folder, 'broken.cjs'), `throw new Error('no licence')`);
    expect(await call(stdio([join(folder, 'broken.cjs')]))).toMatchObject({
      class: 'connect_failed',
      detail: expect.stringContaining('no licence'),
    });
  });

  it('are bounded in number: the idle one gives way, the busy ones do not', async () => {
    open({ maxChildren: 1 });
    const body = `if (m.method === 'tools/call') setTimeout(() => say({ id: m.id, result: { content: [] } }), m.params.arguments.ms ?? 0);`;
    const one = script(body);
    const two = { ...one, key: 't/two' };
    const busy = call(one, { arguments: { ms: 2_000 } });
    await expect.poll(() => sessions.stats().pids.length).toBe(1);
    expect(classOf(await call(two))).toBe('process_limit');
    expect(classOf(await busy)).toBe('SUCCEEDED');
    expect(classOf(await call(two))).toBe('SUCCEEDED');
    expect(sessions.stats().children).toBe(1);
  });

  it('answer a hundred calls at once over one session', async () => {
    const target = script(
      `if (m.method === 'tools/call') setTimeout(() => say({ id: m.id, result: { content: [{ type: 'text', text: String(m.params.arguments.i) }] } }), Math.random() * 50);`,
    );
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, i) => call(target, { arguments: { i } })),
    );
    expect(results.map(textOf)).toEqual(Array.from({ length: 100 }, (_, i) => String(i)));
    expect(sessions.stats()).toMatchObject({ children: 1, inFlight: 0 });
  });
});
