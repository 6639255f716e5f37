import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserServer, chromium, request } from 'playwright';
import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium.mjs';
import { type Credentials, readFirstSignIn, startApp, temporaryFolder } from './e2e-server';

type StorageState = Awaited<
  ReturnType<Awaited<ReturnType<typeof request.newContext>>['storageState']>
>;

/** What the suites share: one server with the demo, one browser, two people signed in. */
export type Shared = {
  url: string;
  dataDir: string;
  browser: string;
  people: { admin: Credentials; reviewer: Credentials };
  sessions: { admin: StorageState; reviewer: StorageState };
  /** Keys of the demo's agents and tokens of its people. */
  demo: { agents: Record<string, string>; people: { owner: string; reviewer: string } };
};

declare module 'vitest' {
  interface ProvidedContext {
    e2e: Shared;
  }
}

const BROWSER_ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/** Signs in through the same endpoints as the page, and keeps the cookies. */
export async function signInByHttp(url: string, who: Credentials): Promise<StorageState> {
  const api = await request.newContext({ baseURL: url });
  try {
    const { csrfToken } = await (await api.get('/api/auth/csrf')).json();
    const answer = await api.post('/api/auth/callback/password', {
      form: { csrfToken, ...who, callbackUrl: url, json: 'true' },
    });
    if (!answer.ok()) throw new Error(`${who.email} could not sign in: ${answer.status()}`);
    return await api.storageState();
  } finally {
    await api.dispose();
  }
}

async function launch(): Promise<BrowserServer> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('No Chromium was found: set CAPSTAN_CHROMIUM to one.');
  return await chromium.launchServer({ executablePath, args: BROWSER_ARGS });
}

async function share(url: string, dataDir: string, browser: string): Promise<Shared> {
  const people = readFirstSignIn(dataDir);
  const [admin, reviewer] = await Promise.all([
    signInByHttp(url, people.admin),
    signInByHttp(url, people.reviewer),
  ]);
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo', 'traffic.json'), 'utf8'));
  return { url, dataDir, browser, people, sessions: { admin, reviewer }, demo };
}

type Started = { url: string; dataDir: string; stop: () => Promise<void> };

/** With `E2E_BASE_URL` and `E2E_DATA_DIR` a server that already runs, to write tests against. */
async function startServer(): Promise<Started> {
  const { E2E_BASE_URL: url, E2E_DATA_DIR: dataDir } = process.env;
  if (url && dataDir) return { url, dataDir, stop: async () => {} };
  const folder = temporaryFolder();
  const app = await startApp(folder.path, {
    CAPSTAN_DEMO: 'true',
    CAPSTAN_SYNC_ON_START: 'false',
    CAPSTAN_LOG_LEVEL: 'error',
  }).catch((error: unknown) => {
    folder.remove();
    throw error;
  });
  const stop = async () => {
    const { code } = await app.stop();
    folder.remove();
    if (code !== 0) throw new Error(`The server ended with ${code}:\n${app.output()}`);
  };
  return { url: app.url, dataDir: app.dataDir, stop };
}

/** Starts everything once for all files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await launch();
  let server: Started | null = null;
  const end = async () => {
    await browser.close();
    await server?.stop();
  };
  try {
    server = await startServer();
    project.provide('e2e', await share(server.url, server.dataDir, browser.wsEndpoint()));
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}
