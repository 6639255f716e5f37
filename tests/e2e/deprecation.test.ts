import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { demoPeople, ensureGranted, ensureLive } from '@/tests/support/e2e-catalog';
import {
  button,
  choose,
  consoles,
  dialog,
  gone,
  heading,
  link,
  see,
  visit,
} from '@/tests/support/e2e-console';

const ID = 'everything.echo';
const NEW_SCHEMA = JSON.stringify({
  type: 'object',
  properties: { message: { type: 'string' }, reason: { type: 'string' } },
  required: ['message', 'reason'],
});
/** Long enough to propose it and have it approved by hand. */
const END_IN_MS = 90_000;
const open = consoles();
const { owner, agent } = demoPeople();
const ops = agent('ops-agent');

type Found = {
  version: string;
  deprecated: boolean;
  replacement: { capability_id: string; major: number } | null;
  disable_at: string | null;
};
async function discovered(): Promise<Found | undefined> {
  const { body } = await ops<{ capabilities: Found[] }>('POST', '/capabilities/discover', {
    query: 'echo a message',
    only: [ID],
  });
  return body.capabilities[0];
}
const invoke = (args: object) =>
  ops<Record<string, unknown>>('POST', `/capabilities/${ID}/invoke`, { arguments: args });

/** As the field takes it: the browser's own time, with seconds. */
function localTime(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

async function until<T>(what: string, look: () => Promise<T>, ms = 90_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > end) throw new Error(`Not seen in time: ${what}`);
    await sleep(500);
  }
}

async function proposeBreaking(page: Page): Promise<string> {
  await visit(page, `/capabilities/${ID}/edit`);
  await page.getByLabel('Input schema').fill(NEW_SCHEMA);
  const becomes = page.locator('section').filter({ has: heading(page, 'What this becomes') });
  await see(becomes.getByText('major 2.0'));
  await see(becomes.getByText(/1 of 1 agent leaves out `reason`, which you require/));
  await see(becomes.getByRole('cell', { name: 'Ops agent' }));
  await button(page, 'Propose change').click();
  await page.waitForURL('**/change-requests/*');
  await see(heading(page, 'Who is hit'));
  return new URL(page.url()).pathname;
}

async function approve(page: Page, request: string): Promise<void> {
  await visit(page, request);
  await button(page, 'Approve').click();
  await gone(button(page, 'Approve'));
}

async function proposeEnd(page: Page, end: Date): Promise<string> {
  await visit(page, `/capabilities/${ID}?tab=versions`);
  const majors = page.getByRole('table', { name: 'Majors' });
  await see(majors.getByRole('row').filter({ hasText: '1.0' }).getByText('live'));
  await button(majors, 'Announce end').click();
  const ask = dialog(page);
  await ask.getByLabel('Ends at').fill(localTime(end));
  await button(ask, 'Map an argument').click();
  await choose(page, ask.getByLabel('What happens to argument 1'), 'Always set');
  await ask.getByLabel('New name of argument 1').fill('reason');
  await ask.getByLabel('Value, as JSON of argument 1').fill('by an older agent');
  await button(ask, 'Try on recorded calls').click();
  await see(ask.getByText(/None of the last 3 calls is sure to fail/));
  await ask.getByLabel('Migration note').fill('Say why you want the echo.');
  await button(ask, 'Propose end for 1 agent').click();
  await page.waitForURL('**/change-requests/*');
  await see(heading(page, 'Ends major 1'));
  await see(page.getByText('reason is always "by an older agent"'));
  return new URL(page.url()).pathname;
}

describe('a breaking change, from proposal to the end of the old major', () => {
  it('shows who is hit, stands beside, is announced, ends by the clock and stays on record', async () => {
    await ensureLive(ID);
    await ensureGranted('ops-agent', ID);
    await until('the capability at discover', discovered);
    for (const message of ['one', 'two']) {
      expect(await invoke({ message })).toMatchObject({ status: 200 });
    }
    const { page } = await open('admin', '/');
    const reviewer = (await open('reviewer', '/')).page;

    await approve(reviewer, await proposeBreaking(page));
    expect(await discovered()).toMatchObject({ version: '1.0', deprecated: false });
    expect(await invoke({ message: 'still' })).toMatchObject({ status: 200 });

    const end = new Date(Date.now() + END_IN_MS);
    await approve(reviewer, await proposeEnd(page, end));
    const warned = await until('the announced end', async () => {
      const found = await discovered();
      return found?.deprecated ? found : null;
    });
    expect(warned).toMatchObject({
      version: '1.0',
      replacement: { capability_id: ID, major: 2 },
    });
    expect(Date.parse(warned?.disable_at ?? '')).toBe(Math.floor(end.getTime() / 1000) * 1000);

    // No clock is turned: the end was announced for a moment from now, and that moment comes.
    await sleep(Math.max(0, end.getTime() - Date.now()) + 500);
    const refused = await invoke({ message: 'late' });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'VALIDATION',
        replacement: { capability_id: ID, major: 2 },
        mapped_arguments: { message: 'late', reason: 'by an older agent' },
        migration_note: 'Say why you want the echo.',
      },
    });
    expect(await discovered()).toMatchObject({ version: '2.0', deprecated: false });
    expect(await invoke(refused.body.mapped_arguments as object)).toMatchObject({ status: 200 });

    const actions = async () => {
      const { body } = await owner<{ items: { action: string }[] }>('GET', '/audit?limit=200');
      return body.items.map((item) => item.action);
    };
    const trail = await until('the retirement on record', async () => {
      const seen = await actions();
      return seen.includes('capability.retire_major') ? seen : null;
    });
    expect(trail).toEqual(
      expect.arrayContaining([
        'change_request.open',
        'capability.publish',
        'capability.deprecate',
        'capability.retire_major',
      ]),
    );
    await visit(page, `/capabilities/${ID}?tab=history`);
    for (const done of ['approved a new version', 'deprecated it', 'retired a major']) {
      await see(page.getByText(done));
    }
    await visit(page, `/capabilities/${ID}?tab=versions`);
    const majors = page.getByRole('table', { name: 'Majors' });
    await see(majors.getByRole('row').filter({ hasText: 'retired' }));
    await see(link(page, 'Ops agent'));
  }, 420_000);
});
