import { DEMO_TOOLS, type DemoTool, type Pick } from './demo-tools';
import type { Reply, Rest } from './rest';

export type Driver = { id: string; rest: Rest };
export type Call = { agent: string; capability: string; outcome: string; ms: number };
export type Driven = { calls: Call[]; discoveries: number; empty: number };

type Found = { capabilities: { id: string }[] };
type Answer = { status?: string; code?: string };

/** Of a hundred calls, so many come with arguments that cannot be right. */
const INVALID_PERCENT = 8;
const CALLS_A_RUN = 4;
/** Of a hundred sentences, so many are about something the agent may not see. */
const STRAY_PERCENT = 6;

/**
 * Drives agents through discover and invoke for real: each step comes with a sentence, looks at
 * what it is given, and calls the best of it that it knows how to call. Ends after `calls` calls
 * or `seconds`, whichever is first.
 */
export async function drive(
  drivers: readonly [Driver, ...Driver[]],
  options: { calls: number; seconds: number; files: string; random: () => number },
): Promise<Driven> {
  const { random } = options;
  const until = performance.now() + options.seconds * 1000;
  const pick: Pick = (items) => items[Math.floor(random() * items.length)] ?? items[0];
  const driven: Driven = { calls: [], discoveries: 0, empty: 0 };
  const lanes = drivers.map(async (driver, lane) => {
    const own = await toolsOf(driver);
    const share = Math.ceil(options.calls / drivers.length);
    for (let made = 0; made < share && performance.now() < until; ) {
      const run = `demo-${Math.floor(random() * 1e9).toString(36)}-${lane}`;
      for (let turn = 0; turn < CALLS_A_RUN && made < share; turn += 1) {
        const called = await step(driver, run, { own, pick, random, files: options.files }, driven);
        if (called) driven.calls.push(called);
        // A sentence without an answer counts too, or a demo without grants would never end.
        made += 1;
      }
    }
  });
  await Promise.all(lanes);
  return driven;
}

async function step(
  driver: Driver,
  runId: string,
  by: { own: readonly DemoTool[]; pick: Pick; random: () => number; files: string },
  driven: Driven,
): Promise<Call | null> {
  const stray = by.random() * 100 < STRAY_PERCENT;
  const [first, ...others] = stray ? DEMO_TOOLS : by.own;
  if (!first) return null;
  const wanted = by.pick([first, ...others]);
  const found = await driver.rest<Found>('POST', '/capabilities/discover', {
    query: by.pick(wanted.intents),
    top_k: 5,
  });
  driven.discoveries += 1;
  const ids = found.status === 200 ? found.body.capabilities.map(({ id }) => id) : [];
  const tool =
    DEMO_TOOLS.find(({ id }) => id === wanted.id && ids.includes(id)) ??
    DEMO_TOOLS.find(({ id }) => id === ids[0]);
  if (!tool) {
    driven.empty += 1;
    return null;
  }
  const invalid = by.random() * 100 < INVALID_PERCENT;
  const reply = await driver.rest<Answer>('POST', `/capabilities/${tool.id}/invoke`, {
    arguments: invalid ? { nonsense: true, path: 7 } : tool.args(by.pick, by.files),
    run_id: runId,
  });
  return { agent: driver.id, capability: tool.id, outcome: outcomeOf(reply), ms: reply.ms };
}

/** What this agent may see of the tools the demo knows how to call. */
async function toolsOf(driver: Driver): Promise<DemoTool[]> {
  const seen = await driver.rest<{ items?: { id: string }[] }>('GET', '/capabilities?limit=200');
  const ids = new Set(seen.body?.items?.map(({ id }) => id));
  const own = DEMO_TOOLS.filter(({ id }) => ids.has(id));
  return own.length > 0 ? own : [...DEMO_TOOLS];
}

/** The door's codes in the ledger's words. */
const LEDGER_WORDS: Readonly<Record<string, string>> = {
  VALIDATION: 'INVALID',
  LIMIT_EXCEEDED: 'LIMITED',
  FORBIDDEN: 'DENIED',
};

function outcomeOf({ status, body }: Reply<Answer>): string {
  if (status === 202) return 'APPROVAL_PENDING';
  if (status === 200) return body?.status ?? 'SUCCEEDED';
  const code = body?.code ?? String(status);
  return LEDGER_WORDS[code] ?? code;
}
