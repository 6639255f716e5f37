import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { placesOf } from '@/lib/config/env';
import { type Driven, type Driver, drive } from './demo-drive';
import { promote } from './demo-promote';
import { DEMO_TOOLS } from './demo-tools';
import { type Rest, restClient, Unreachable } from './rest';
import { table } from './table';

/** `npm run demo:traffic`: promotes a dozen tools as two people, then lets the demo agents work. */

const CALLS = 200;
const SECONDS = 20;

const trafficSchema = z.object({
  agents: z.record(z.string(), z.string()),
  people: z.object({ owner: z.string(), reviewer: z.string() }),
});
type Traffic = z.infer<typeof trafficSchema>;

/** Something the person at the keyboard can put right. */
class Hint extends Error {}

async function main(): Promise<void> {
  const { dataDir, baseUrl } = placesOf();
  await requireServer(baseUrl);
  const traffic = await readTraffic(join(dataDir, 'demo', 'traffic.json'), baseUrl);
  const owner = restClient(baseUrl, traffic.people.owner);
  const reviewer = restClient(baseUrl, traffic.people.reviewer);
  await requireDemo(owner, baseUrl);
  await promoteAll(owner, reviewer);
  const drivers = Object.entries(traffic.agents).map(
    ([id, key]): Driver => ({ id, rest: restClient(baseUrl, key) }),
  );
  const [first, ...others] = drivers;
  if (!first) throw new Hint('traffic.json names no agent; start with a fresh data folder.');
  console.log(`\nDriving ${drivers.length} agents for up to ${SECONDS} s …`);
  const driven = await drive([first, ...others], {
    calls: CALLS,
    seconds: SECONDS,
    files: join(dataDir, 'demo', 'files'),
    random: Math.random,
  });
  report(driven, baseUrl);
}

async function requireServer(baseUrl: string): Promise<void> {
  const response = await fetch(`${baseUrl}/api/health`).catch(() => null);
  if (response?.ok) return;
  throw new Hint(
    `No Capstan answers at ${baseUrl}. Start it with npm start, or name it with PORT or CAPSTAN_BASE_URL.`,
  );
}

async function readTraffic(path: string, baseUrl: string): Promise<Traffic> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Hint(
      `${path} is not there: the server at ${baseUrl} has no demo, or keeps its data elsewhere (CAPSTAN_DATA_DIR). A demo is made at the first start, unless CAPSTAN_DEMO=false.`,
    );
  });
  return trafficSchema.parse(JSON.parse(text));
}

async function requireDemo(owner: Rest, baseUrl: string): Promise<void> {
  const { status } = await owner('GET', '/providers?limit=1');
  if (status === 200) return;
  throw new Hint(
    `${baseUrl} does not know the demo's people (${status}): it is another installation, or the demo's tokens were revoked.`,
  );
}

async function promoteAll(owner: Rest, reviewer: Rest): Promise<void> {
  console.log('Promoting what is still a draft, as two people …');
  const rows: string[][] = [];
  let live = 0;
  for (const tool of DEMO_TOOLS) {
    const { id, outcome, detail } = await promote(owner, reviewer, tool);
    if (outcome !== 'left') live += 1;
    if (outcome !== 'live') rows.push([id, outcome, detail]);
  }
  if (rows.length > 0) console.log(table(['capability', 'outcome', 'detail'], rows));
  else console.log('All of them are live already.');
  if (live === 0) {
    throw new Hint('No tool is live. Sync the providers in the console, then run this again.');
  }
}

function report({ calls, discoveries, empty }: Driven, baseUrl: string): void {
  const outcomes = [...new Set(calls.map(({ outcome }) => outcome))].sort();
  const agents = [...new Set(calls.map(({ agent }) => agent))].sort();
  const count = (agent: string, outcome: string) =>
    calls.filter((call) => call.agent === agent && call.outcome === outcome).length;
  const rows = agents.map((agent) => [
    agent,
    ...outcomes.map((outcome) => String(count(agent, outcome))),
    String(calls.filter((call) => call.agent === agent).length),
  ]);
  console.log(table(['agent', ...outcomes, 'calls'], rows));
  const sorted = calls.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  console.log(
    `${discoveries} discoveries (${empty} found nothing to call), ${calls.length} calls; p50 ${at(0.5)} ms, p95 ${at(0.95)} ms.`,
  );
  console.log(`See ${baseUrl}/ledger and ${baseUrl}/graph.`);
  if (!calls.some(({ outcome }) => outcome === 'SUCCEEDED')) {
    throw new Hint('No call succeeded; the ledger says why.');
  }
}

main().catch((error: unknown) => {
  const known = error instanceof Hint || error instanceof Unreachable;
  console.error(known ? error.message : error);
  process.exitCode = 1;
});
