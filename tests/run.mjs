/**
 * `npm test`: does what is missing, runs every check in order, ends with
 * `N passed, N failed`. `--verify` leaves out what needs a database or a browser;
 * `--only a,b` runs the named steps.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnv } from '../lib/boot/child-env.mjs';
import { checkNode, ensureBuilt, ensureGenerated, ensureInstalled } from '../lib/boot/prepare.mjs';
import { ROOT } from '../lib/boot/root.mjs';
import { runChild } from '../lib/boot/run-child.mjs';
import { findChromium } from './support/chromium.mjs';
import { cleared } from './support/cleared.mjs';
import { countResults, failedLines, totalLine } from './support/results.mjs';

const ONE = { passed: 1, failed: 0, skipped: 0 };
const FAILED = { passed: 0, failed: 1, skipped: 0 };
const bin = (path) => join(ROOT, 'node_modules', path);
const reports = mkdtempSync(join(tmpdir(), 'capstan-run-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

/** Tests read no configuration of the person who runs them. */
const CLEAN = { ...cleared(childEnv()), NODE_ENV: 'test', NEXT_TELEMETRY_DISABLED: '1' };

const RETRIED = join(reports, 'retried');
/** What failed, in a line each, told once more at the end. */
const failures = [];

const title = (name) => `\n== ${name} ${'='.repeat(Math.max(3, 60 - name.length))}`;

const check = async (args) => ((await runChild(args, { env: CLEAN })).code === 0 ? ONE : FAILED);

/** `quiet`: what it prints comes at its end, in one piece. */
async function vitest(project, { env = {}, quiet = false } = {}) {
  const report = join(reports, `${project}.json`);
  const args = [bin('vitest/vitest.mjs'), 'run', '--project', project];
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  output.push('--reporter=./tests/support/retried-reporter.mjs');
  const { code, output: printed } = await runChild([...args, ...output], {
    env: { ...CLEAN, CAPSTAN_TEST_RETRIED: RETRIED, ...env },
    quiet,
  });
  if (quiet) console.log(`${title(project)}\n${printed}`);
  failures.push(...failedLines(report));
  return countResults(report, code);
}

/** What Next writes when it runs; the types of a tree that was never built need it too. */
function ensureNextTypes() {
  const file = join(ROOT, 'next-env.d.ts');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const imported = /import "(.+)"/.exec(text)?.[1];
  if (text && (!imported || existsSync(join(ROOT, imported)))) return;
  const types = ['next', 'next/image-types/global'];
  writeFileSync(file, types.map((name) => `/// <reference types="${name}" />\n`).join(''));
}

async function endToEnd(quiet) {
  await ensureBuilt();
  const chromium = await findChromium();
  if (chromium) return await vitest('e2e', { env: { CAPSTAN_CHROMIUM: chromium }, quiet });
  console.error('No Chromium was found or could be installed: set CAPSTAN_CHROMIUM to one.');
  return FAILED;
}

const STEPS = {
  'format and lint': () => check([bin('@biomejs/biome/bin/biome'), 'ci', '.']),
  types: () => {
    ensureNextTypes();
    return check([bin('typescript/bin/tsc'), '--noEmit']);
  },
  architecture: () => vitest('architecture'),
  unit: () => vitest('unit'),
  integration: () => vitest('integration'),
  contract: () => vitest('contract'),
  e2e: endToEnd,
};
const VERIFY = ['format and lint', 'types', 'architecture', 'unit'];

function chosenSteps(args) {
  if (args.includes('--verify')) return VERIFY;
  const at = args.indexOf('--only');
  if (at < 0) return Object.keys(STEPS);
  const names = (args[at + 1] ?? '').split(',');
  const unknown = names.filter((name) => !STEPS[name]);
  if (unknown.length === 0) return names;
  console.error(`No step "${unknown.join(', ')}": choose from ${Object.keys(STEPS).join(', ')}.`);
  process.exit(2);
}

const names = chosenSteps(process.argv.slice(2));
checkNode();
await ensureInstalled({ withDev: true });
await ensureGenerated();

const results = new Map();

async function runStep(name, quiet = false) {
  if (!quiet) console.log(title(name));
  const started = Date.now();
  const counts = await STEPS[name](quiet);
  results.set(name, { counts, seconds: ((Date.now() - started) / 1000).toFixed(1) });
}

async function runLane(lane, quiet) {
  for (const name of lane) await runStep(name, quiet);
}

/** Browsers mostly wait: their journeys run beside the suites on the database. */
const browser = names.filter((name) => name === 'e2e');
const beside = ['integration', 'contract'].filter((name) => names.includes(name));
await runLane(names.filter((name) => ![...browser, ...beside].includes(name)));
await Promise.all([runLane(beside), runLane(browser, beside.length > 0)]);

const total = { passed: 0, failed: 0, skipped: 0 };
const lines = names.map((name) => {
  const { counts, seconds } = results.get(name);
  for (const key of Object.keys(total)) total[key] += counts[key];
  return `${name.padEnd(18)} ${totalLine(counts)} (${seconds} s)`;
});
const retried = existsSync(RETRIED) ? readFileSync(RETRIED, 'utf8').trim().split('\n') : [];
console.log(`\n${[...lines, ...retried, ...failures].join('\n')}\n`);
console.log(totalLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;
