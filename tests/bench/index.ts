import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startReplayServer } from '../support/replay-server';
import { benchCompat, compatOptions } from './compat';
import { benchLint } from './lint';
import { against, type Figures, HEAD, line, measure } from './load';
import { makeTools, sentenceOf } from './made-up-tools';
import { benchRanking } from './ranking';
import { describeMachine, PROVIDER, type Setting, withServer } from './setting';

/** `--quick` tries the benchmark itself; its figures say little. */
const QUICK = process.argv.includes('--quick');
const SEQUENTIAL = QUICK ? 60 : 1_000;
/** Calls that are not counted: code that runs for the first time is not what is asked about. */
const WARM_UP = QUICK ? 10 : 1_000;
const AT_ONCE = QUICK ? 160 : 2_000;
const CONCURRENCY = 16;

const DISCOVER = '/api/v1/capabilities/discover';
const print = (text = '') => console.log(text);

type Call = (index: number) => Promise<unknown>;

async function bothWays(call: Call, cpuMs: () => number | null): Promise<[Figures, Figures]> {
  const one = await measure({ calls: SEQUENTIAL, warmUp: WARM_UP, concurrency: 1, call, cpuMs });
  const warmUp = WARM_UP / 5;
  const many = await measure({ calls: AT_ONCE, warmUp, concurrency: CONCURRENCY, call, cpuMs });
  return [one, many];
}

async function benchSync(): Promise<void> {
  const tools = makeTools(1_000).map(({ id, description, inputSchema }) => ({
    name: id.replace('.', '_'),
    description,
    inputSchema,
  }));
  const upstream = await startReplayServer({ tools }, { pageSize: 100 });
  try {
    await withServer({ endpoint: upstream.url, tools: [] }, async ({ post }) => {
      const provider = { id: 'thousand', name: 'Thousand', endpoint: upstream.url, owner: 'bulk' };
      await post('/api/v1/providers', provider, 'admin');
      const sync = async () => {
        const began = performance.now();
        const answer = await post('/api/v1/providers/thousand/sync', {}, 'admin');
        const { added, unchanged } = answer as { added: number; unchanged: number };
        return `${((performance.now() - began) / 1000).toFixed(2)} s (${added} added, ${unchanged} unchanged)`;
      };
      print(`sync of 1,000 tools: first ${await sync()}`);
      print(`                     again ${await sync()}`);
    });
  } finally {
    await upstream.close();
  }
}

async function benchDiscover(size: number): Promise<void> {
  const began = performance.now();
  const seed = { endpoint: 'http://127.0.0.1:9/mcp', tools: makeTools(size) };
  await withServer(seed, async ({ post, get, cpuMs }) => {
    print(
      `\n${size.toLocaleString('en')} capabilities, seeded and served after ${((performance.now() - began) / 1000).toFixed(1)} s`,
    );
    print(HEAD);
    const [one, many] = await bothWays(
      (index) => post(DISCOVER, { query: sentenceOf(index) }),
      cpuMs,
    );
    const [withSchemas] = await bothWays(
      (index) => post(DISCOVER, { query: sentenceOf(index), include_schemas: true }),
      cpuMs,
    );
    const [emptyOne, emptyMany] = await bothWays(() => get('/empty'), cpuMs);
    print(line('discover, one after the other', one));
    print(line('discover with schemas, one after the other', withSchemas));
    print(line(`discover, ${CONCURRENCY} at once`, many));
    print(line('empty handler, one after the other', emptyOne));
    print(line(`empty handler, ${CONCURRENCY} at once`, emptyMany));
    print(against('discover beside the empty handler', one, emptyOne));
    print(`  aim at 10,000: p95 under 25 ms; here ${one.p95.toFixed(1)} ms`);
  });
}

async function benchInvoke(): Promise<void> {
  const upstream = await startReplayServer({
    tools: [{ name: 'echo', inputSchema: { type: 'object' } }],
  });
  const tools = [{ id: `${PROVIDER}.echo`, description: 'Answers what it is given.' }];
  try {
    await withServer({ endpoint: upstream.url, tools }, async (setting) => {
      print('\ninvoke, by way of Capstan and straight to the same MCP server');
      print(HEAD);
      const through = await bothWays((index) => invoke(setting, index), setting.cpuMs);
      const client = new Client(
        { name: 'bench', version: '1' },
        { versionNegotiation: { mode: 'auto' } },
      );
      await client.connect(new StreamableHTTPClientTransport(new URL(upstream.url)));
      const straight = await bothWays(
        (index) => client.callTool({ name: 'echo', arguments: { index } }),
        () => null,
      );
      await client.close();
      print(line('invoke, one after the other', through[0]));
      print(line(`invoke, ${CONCURRENCY} at once`, through[1]));
      print(line('straight, one after the other', straight[0]));
      print(line(`straight, ${CONCURRENCY} at once`, straight[1]));
      print(against('invoke beside the straight call', through[0], straight[0]));
      print(
        `  aim: under 5 ms more at p50; here ${(through[0].p50 - straight[0].p50).toFixed(2)} ms`,
      );
    });
  } finally {
    await upstream.close();
  }
}

/** A run of its own each thousand calls, as an agent would have. */
async function invoke({ post }: Setting, index: number): Promise<unknown> {
  const body = { arguments: { index }, run_id: `run-${Math.floor(index / 1_000)}` };
  return post(`/api/v1/capabilities/${PROVIDER}.echo/invoke`, body);
}

print(describeMachine());
print(QUICK ? 'quick: the figures say little\n' : '');
const PARTS: Record<string, () => Promise<void>> = {
  sync: benchSync,
  discover: async () => {
    await benchDiscover(1_000);
    await benchDiscover(10_000);
  },
  invoke: benchInvoke,
  ranking: async () => {
    print();
    benchRanking(print);
  },
};
/** Run only when named: they go over a folder of recorded servers (`--schemas`), for minutes. */
const NAMED: Record<string, () => Promise<void>> = {
  compat: () => benchCompat(print, compatOptions(process.argv, QUICK)),
  lint: async () => benchLint(process.argv, print),
};
/** `npm run bench -- discover invoke` runs these alone. */
const chosen = process.argv.slice(2).filter((word) => Object.hasOwn(PARTS, word));
const named = process.argv.slice(2).filter((word) => Object.hasOwn(NAMED, word));
for (const name of named) await NAMED[name]?.();
for (const [name, run] of Object.entries(PARTS)) {
  const wanted = chosen.length === 0 && named.length === 0;
  if (wanted || chosen.includes(name)) await run();
}
