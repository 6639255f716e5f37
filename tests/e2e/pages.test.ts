import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { demoPeople, ensureLive, ensureSynced, makeDraft } from '@/tests/support/e2e-catalog';
import { consoles, see, visit } from '@/tests/support/e2e-console';

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
  await callOnce();
  await stopOnce();
});

const of = (path: string, tabs: string[]) => tabs.map((tab) => `${path}?tab=${tab}`);

const PAGES: (string | (() => string))[] = [
  '/',
  '/capabilities',
  '/capabilities/new',
  `/capabilities/${FILE}`,
  `/capabilities/${FILE}/edit`,
  ...of(`/capabilities/${FILE}`, ['schema', 'versions', 'access', 'providers', 'usage']),
  ...of(`/capabilities/${FILE}`, ['history', 'try']),
  '/providers',
  '/providers/filesystem',
  '/providers/filesystem?tab=settings',
  '/backends',
  '/backends/sample-files',
  '/change-requests',
  () => `/change-requests/${made.request}`,
  '/approvals',
  () => `/approvals/${made.approval}`,
  '/audit',
  '/playground',
  '/playground?q=outline%20of%20all%20folders&agent=ops-agent',
  '/playground?tab=cases',
  () => `/playground?receipt=${made.receipt}`,
  '/ledger',
  () => `/ledger/${made.invocation}`,
  '/graph',
  '/incidents',
  () => `/incidents/${made.incident}`,
  '/agents',
  '/agents/ops-agent',
  ...of('/agents/ops-agent', ['grants', 'keys', 'pins', 'connect']),
  '/people',
  '/people?tab=teams',
  '/people/teams/platform',
  '/settings',
  ...of('/settings', ['tenant', 'tenants']),
];

type Finding = { page: string; rule: string; where: string[] };

async function settle(page: Page): Promise<void> {
  await see(page.getByRole('heading', { level: 1 }));
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}

async function axe(page: Page, path: string): Promise<Finding[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => ({
    page: path,
    rule: id,
    where: nodes.slice(0, 4).map((node) => node.html.slice(0, 160)),
  }));
}

/** Every page once, in one window; `look` answers what is wrong with each. */
async function visitAll<T>(page: Page, look: (path: string) => Promise<T[]>): Promise<T[]> {
  const found: T[] = [];
  for (const one of PAGES) {
    const path = typeof one === 'string' ? one : one();
    await visit(page, path);
    await settle(page);
    found.push(...(await look(path)));
  }
  return found;
}

describe('every page', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has nothing for axe to find, ${colorScheme}`, async () => {
      const { page } = await open('nobody', '/sign-in', { colorScheme });
      const found = await axe(page, '/sign-in');
      const signedIn = (await open('admin', '/', { colorScheme })).page;
      found.push(...(await visitAll(signedIn, (path) => axe(signedIn, path))));
      expect(found).toEqual([]);
    });
  }

  it('fits a window 390 pixels wide', async () => {
    const narrow = { width: 390, height: 844 };
    const { page } = await open('admin', '/', { viewport: narrow });
    const found = await visitAll(page, async (path) => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      return width > narrow.width ? [{ path, width }] : [];
    });
    expect(found).toEqual([]);
  });
});
