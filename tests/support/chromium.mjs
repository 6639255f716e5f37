import { existsSync } from 'node:fs';
import { readEnv } from '../../lib/boot/child-env.mjs';
import { runChild } from '../../lib/boot/run-child.mjs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

async function playwrightPath() {
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : null;
}

async function isDone(title, args, command) {
  console.log(`> ${title} …`);
  try {
    return (await runChild(args, command ? { command } : {})).code === 0;
  } catch {
    return false;
  }
}

/**
 * A Chromium for the end-to-end tests: one that is there, else Playwright's, else
 * Debian's when root. Says what it installs.
 *
 * @returns {Promise<string | null>} its path
 */
export async function findChromium() {
  const named = readEnv('CAPSTAN_CHROMIUM');
  if (named) return existsSync(named) ? named : null;
  const there = PLACES.find((path) => existsSync(path)) ?? (await playwrightPath());
  if (there) return there;
  const cli = 'node_modules/playwright/cli.js';
  if (
    await isDone('Installing Chromium (playwright install chromium)', [cli, 'install', 'chromium'])
  ) {
    const installed = await playwrightPath();
    if (installed) return installed;
  }
  if (process.getuid?.() !== 0) return null;
  const debian =
    (await isDone('Refreshing the package lists (apt-get update)', ['update', '-qq'], 'apt-get')) &&
    (await isDone(
      'Installing Chromium (apt-get install chromium)',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
      'apt-get',
    ));
  return debian ? (PLACES.find((path) => existsSync(path)) ?? null) : null;
}
