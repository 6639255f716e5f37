import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import {
  demoPeople,
  ensureGranted,
  ensureLive,
  ensureSynced,
  makeDraft,
} from '@/tests/support/e2e-catalog';
import { consoles, see } from '@/tests/support/e2e-console';

const { dataDir } = inject('e2e');
const FILE = 'filesystem.directory_tree';
const RISKY = 'filesystem.edit_file';
const open = consoles();

/** Pages whose address is known only once something happened. */
const made = { incident: '', invocation: '', approval: '', request: '', audit: '', receipt: '' };

type Id = { id: string };

async function callOnce(): Promise<void> {
  const { agent } = demoPeople();
  const ops = agent('ops-agent');
  const found = await ops<{ resolve_id: string }>('POST', '/capabilities/discover', {
    query: 'outline of all folders as a tree',
  });
  made.receipt = found.body.resolve_id;
  const called = await ops<{ invocation_id: string }>('POST', `/capabilities/${FILE}/invoke`, {
    arguments: { path: join(dataDir, 'demo', 'files') },
  });
  made.invocation = called.body.invocation_id;
  const waiting = await ops<{ approval_id: string }>('POST', `/capabilities/${RISKY}/invoke`, {
    arguments: { path: join(dataDir, 'demo', 'files', 'notes', 'handover.md'), edits: [] },
  });
  made.approval = waiting.body.approval_id;
}

/** A draft that is stopped and restored: an incident that hits nobody. */
async function stopOnce(): Promise<void> {
  const { owner, reviewer } = demoPeople();
  const id = `pages${Date.now().toString(36)}.level`;
  await makeDraft(id);
  const submitted = await owner<{ change_request: Id }>('POST', `/capabilities/${id}/transitions`, {
    to: 'REVIEW',
    reason: 'To look at.',
  });
  made.request = submitted.body.change_request.id;
  const target = { kind: 'capability', id };
  const stopped = await owner<Id>('POST', '/incidents', { target, reason: 'To look at.' });
  made.incident = stopped.body.id;
  await reviewer('POST', `/incidents/${made.incident}/restore`, { reason: 'Seen.' });
}

beforeAll(async () => {
  for (const provider of ['everything', 'filesystem', 'memory']) await ensureSynced(provider);
  await ensureLive(FILE, {
    description: 'Returns everything below one folder as a tree of names. Changes nothing.',
  });
  await ensureLive(RISKY, {
    approval_required: true,
    description: 'Changes lines of one text file. Cannot be undone.',
  });
  await ensureGranted('ops-agent', RISKY);
  await callOnce();
  await stopOnce();
});

const of = (path: string, tabs: string[]) => tabs.map((tab) => `${path}?tab=${tab}`);

type Address = string | (() => string);

const PAGES: Record<string, Address[]> = {
  'of a capability': [
    `/capabilities/${FILE}`,
    `/capabilities/${FILE}/edit`,
    ...of(`/capabilities/${FILE}`, ['schema', 'versions', 'access', 'providers', 'usage']),
    ...of(`/capabilities/${FILE}`, ['history', 'try']),
  ],
  'of the catalog': [
    '/capabilities',
    '/capabilities/new',
    '/providers',
    '/providers/filesystem',
    '/providers/filesystem?tab=settings',
    '/backends',
    '/backends/sample-files',
  ],
  'to govern': [
    '/',
    '/change-requests',
    () => `/change-requests/${made.request}`,
    '/approvals',
    () => `/approvals/${made.approval}`,
    '/access-requests',
    '/notifications',
    '/audit',
    '/incidents',
    () => `/incidents/${made.incident}`,
  ],
  'of what runs': [
    '/playground',
    '/playground?q=outline%20of%20all%20folders&agent=ops-agent',
    '/playground?tab=cases',
    () => `/playground?receipt=${made.receipt}`,
    '/ledger',
    () => `/ledger/${made.invocation}`,
    '/graph',
  ],
  'of agents, people and settings': [
    '/agents',
    '/agents/ops-agent',
    ...of('/agents/ops-agent', ['grants', 'keys', 'pins', 'connect']),
    '/people',
    '/people?tab=teams',
    '/people/teams/platform',
    '/settings',
    '/settings/webhooks',
    ...of('/settings', ['tenant', 'tenants']),
  ],
};

/** Inspecting is the window's work, and every window is a process of its own. */
const WINDOWS = 2;

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

type Finding = { page: string; what: string; where: string[] };

async function settle(page: Page): Promise<void> {
  await see(page.getByRole('heading', { level: 1 }));
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}

async function axe(page: Page, path: string, rules?: string[]): Promise<Finding[]> {
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? builder.withRules(rules) : builder).analyze();
  return violations.map(({ id, nodes }) => ({
    page: path,
    what: id,
    where: nodes.slice(0, 4).map((node) => node.html.slice(0, 160)),
  }));
}

async function tooWide(page: Page, path: string): Promise<Finding[]> {
  await page.setViewportSize(NARROW);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.setViewportSize(WIDE);
  return width > NARROW.width ? [{ page: path, what: `${width} pixels wide`, where: [] }] : [];
}

/** All rules in the light, colours again in the dark (nothing else differs), then the narrow window. */
async function inspect(page: Page, path: string): Promise<Finding[]> {
  await page.goto(path);
  await settle(page);
  await page.emulateMedia({ colorScheme: 'light' });
  const found = await axe(page, path);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction(() => document.documentElement.classList.contains('dark'));
  found.push(...(await axe(page, `${path} (dark)`, ['color-contrast'])));
  found.push(...(await tooWide(page, path)));
  return found;
}

describe('axe finds nothing, and nothing is wider than 390 pixels, on pages', () => {
  it('to sign in', async () => {
    const { page } = await open('nobody', '/sign-in');
    expect(await inspect(page, '/sign-in')).toEqual([]);
  });

  it.each(Object.entries(PAGES))('%s', async (_name, addresses) => {
    const waiting = addresses.map((one) => (typeof one === 'string' ? one : one()));
    const found: Finding[] = [];
    const work = async () => {
      const { page } = await open('admin', '/settings');
      for (let path = waiting.shift(); path; path = waiting.shift())
        found.push(...(await inspect(page, path)));
    };
    await Promise.all(Array.from({ length: WINDOWS }, work));
    expect(found).toEqual([]);
  });
});

describe('what browsers ask for by themselves', () => {
  it('is an icon', async () => {
    const { page } = await open('nobody', '/sign-in');
    const icon = await page.request.get('/favicon.ico');
    expect(icon.status()).toBe(200);
    expect(icon.headers()['content-type']).toBe('image/x-icon');
  });
});
