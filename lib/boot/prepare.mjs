import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEnv } from './child-env.mjs';
import { generate } from './generate.mjs';
import { ROOT } from './root.mjs';
import { runChild } from './run-child.mjs';
import { hashFiles, isStamped, stamp } from './stamp.mjs';

/** Node built-ins only: this runs on a fresh clone. */

const MIN_NODE = [20, 19];

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return;
  console.error(
    `Capstan needs Node ${MIN_NODE.join('.')} or newer, this is ${process.versions.node}: install a newer one from https://nodejs.org (24 is recommended).`,
  );
  process.exit(1);
}

async function step(title, run) {
  const started = Date.now();
  console.log(`> ${title} …`);
  await run();
  console.log(`  done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return null;
  }
}

/** npm's own record of what is installed against the lock file; optional packages depend on the machine. */
function isInstalled(withDev) {
  const wanted = readLock(join(ROOT, 'package-lock.json'));
  const present = readLock(join(ROOT, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      entry.optional ||
      (entry.dev && !withDev) ||
      (entry.devOptional && !withDev) ||
      present[path]?.version === entry.version,
  );
}

async function runOrStop(what, args, options) {
  const { code } = await runChild(args, options);
  if (code === 0) return;
  console.error(`${what} failed (exit code ${code}); the lines above say why.`);
  process.exit(code);
}

/** Installs the packages of the lock file when they are not there. */
export async function ensureInstalled({ withDev = false } = {}) {
  if (isInstalled(withDev)) return;
  const npm = readEnv('npm_execpath');
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  await step('Installing the packages of package-lock.json (npm ci)', () =>
    npm?.endsWith('.js')
      ? runOrStop('npm ci', [npm, ...args])
      : runOrStop('npm ci', args, { command: process.platform === 'win32' ? 'npm.cmd' : 'npm' }),
  );
}

/** Generates the database client when the schema changed. */
export async function ensureGenerated() {
  const hash = hashFiles(['prisma/schema.prisma', 'package-lock.json']);
  if (existsSync(join(ROOT, 'lib/db/generated/client.ts')) && isStamped('generate', hash)) return;
  await step('Generating the database client', generate);
  stamp('generate', hash);
}

const SOURCES = [
  'app',
  'components',
  'lib',
  'prisma/schema.prisma',
  'public',
  'instrumentation.ts',
  'next.config.mjs',
  'package-lock.json',
  'package.json',
  'postcss.config.mjs',
  'tsconfig.json',
];

/** Builds the application when its sources changed since the last build. */
export async function ensureBuilt() {
  const hash = hashFiles(SOURCES, ['lib/db/generated']);
  if (existsSync(join(ROOT, '.next/BUILD_ID')) && isStamped('build', hash)) return;
  await step('Building the application (next build)', () =>
    runOrStop('The build', [join(ROOT, 'node_modules/next/dist/bin/next'), 'build'], {
      env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    }),
  );
  stamp('build', hash);
}
