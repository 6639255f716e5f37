import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, inject, it } from 'vitest';
import { type Rest, restClient } from '@/lib/cli/rest';
import {
  button,
  type Console,
  consoles,
  dialog,
  enter,
  gone,
  heading,
  link,
  menu,
  see,
  takeSecret,
  visit,
} from '@/tests/support/e2e-console';

const { url, dataDir, people } = inject('e2e');
const READ = 'filesystem.read_text_file';
const SIZES = 'filesystem.list_directory_with_sizes';
/** Shares no word of a name with either tool. */
const SENTENCE = 'show me what the runbook says';
const REASON = `Sends secrets away ${randomBytes(3).toString('hex')}`;
const open = consoles();

async function syncAll(page: Page): Promise<void> {
  await menu(page, 'Providers').click();
  for (const id of ['everything', 'filesystem', 'memory']) {
    await button(page, `Sync ${id}`).click();
    await see(page.getByText(`Synced ${id}`));
  }
  await link(page, /^Filesystem/)
    .first()
    .click();
  const record = page.locator('details').filter({ hasText: /by Admin/ });
  await record.first().locator('summary').click();
  await see(record.getByText('Added'));
}

async function submit(page: Page, id: string, description: string): Promise<string> {
  await visit(page, `/capabilities/${id}/edit`);
  await page.getByLabel('Description').fill(description);
  await page.getByLabel('Calls need no scope').check();
  await button(page, 'Save').click();
  await page.waitForURL(`**/capabilities/${id}`);
  await button(page, 'Submit for review').click();
  await dialog(page).getByLabel('Note for the reviewer').fill('The agents on call need it.');
  await button(dialog(page), 'Submit for review').click();
  const review = link(page, 'Review submission');
  await see(review);
  return (await review.getAttribute('href')) ?? '';
}

async function approve(page: Page, id: string): Promise<void> {
  await menu(page, 'Change requests').click();
  await page.getByRole('row').filter({ hasText: id }).getByRole('link').first().click();
  await see(heading(page, 'Gates'));
  await button(page, 'Approve for production').click();
  await see(page.getByText('Approved').first());
  await gone(button(page, 'Approve for production'));
}

async function findInPlayground(page: Page): Promise<void> {
  await menu(page, 'Playground').click();
  await page.getByLabel('What the agent wants to do').fill(SENTENCE);
  await page.getByLabel('As agent').click();
  await page.getByRole('option', { name: /Ops agent/ }).click();
  await button(page, 'Resolve').click();
  await see(page.locator('#candidates').getByText(READ));
}

async function makeKey(page: Page): Promise<string> {
  await menu(page, 'Agents').click();
  await link(page, /Ops agent/)
    .first()
    .click();
  await link(page, /^Keys/).click();
  await button(page, 'New key').click();
  await dialog(page).getByLabel('Name').fill('journey');
  await button(dialog(page), 'Make key').click();
  const key = await takeSecret(page, 'Your new key');
  expect(await page.content()).not.toContain(key);
  return key;
}

const discover = async (agent: Rest): Promise<string[]> => {
  const { status, body } = await agent<{ capabilities: { id: string }[] }>(
    'POST',
    '/capabilities/discover',
    { query: SENTENCE },
  );
  expect(status).toBe(200);
  return body.capabilities.map(({ id }) => id);
};
const invoke = (agent: Rest) =>
  agent('POST', `/capabilities/${READ}/invoke`, {
    arguments: { path: join(dataDir, 'demo', 'files', 'runbooks', 'deploy.md') },
  });

async function stop(page: Page): Promise<string> {
  await visit(page, `/capabilities/${READ}`);
  await button(page, 'Emergency disable').click();
  await see(dialog(page).getByRole('cell', { name: /Ops agent/ }));
  await see(dialog(page).getByText(/last call/));
  const press = dialog(page).getByRole('button', { name: /^Disable for \d+ agents?$/ });
  expect(await press.isDisabled()).toBe(true);
  await dialog(page).getByLabel('Reason').fill(REASON);
  await press.click();
  await see(heading(page, `${READ} is stopped`));
  await link(dialog(page), 'Open the incident').click();
  await page.waitForURL('**/incidents/*');
  return page.url();
}

async function restore({ page }: Console, incident: string): Promise<void> {
  await visit(page, incident);
  await button(page, 'Restore').click();
  await dialog(page).getByLabel('Why it is safe again').fill('The provider fixed it.');
  await button(dialog(page), `Restore ${READ}`).click();
  await see(page.getByText('Was stopped'));
}

/** Follows a link to the overview; the window must not have been loaded anew. */
async function followALink(page: Page): Promise<void> {
  const loaded = () => page.evaluate(() => performance.timeOrigin);
  const before = await loaded();
  await menu(page, 'Overview').click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  expect(await loaded()).toBe(before);
}

describe('from a real MCP server to a governed, recorded call', () => {
  it('by hand, as two people, and stopped with one button', async () => {
    const admin = await open('nobody', '/');
    const { page } = admin;
    await page.waitForURL('**/sign-in*');
    await enter(page, people.admin);
    await see(heading(page, 'Overview').or(menu(page, 'Providers')));
    await syncAll(page);

    const request = await submit(
      page,
      READ,
      'Reads one text file, such as a runbook, and returns what it says. Changes nothing.',
    );
    await submit(page, SIZES, 'Lists the files of a folder with their sizes. Changes nothing.');
    await visit(page, request);
    await see(page.getByText('You do not decide this one'));
    expect(await button(page, 'Approve for production').count()).toBe(0);

    const reviewer = await open('nobody', '/sign-in');
    await enter(reviewer.page, people.reviewer);
    await see(menu(reviewer.page, 'Change requests'));
    await approve(reviewer.page, READ);
    await approve(reviewer.page, SIZES);

    await findInPlayground(page);
    const key = await makeKey(page);
    const agent = restClient(url, key);
    expect(await discover(agent)).toContain(READ);
    const called = await invoke(agent);
    expect(called).toMatchObject({ status: 200, body: { status: 'SUCCEEDED' } });

    await menu(page, 'Ledger').click();
    const row = page.getByRole('row').filter({ hasText: READ }).filter({ hasText: 'Ops agent' });
    await see(row.filter({ hasText: 'Succeeded' }));
    await menu(page, 'Usage graph').click();
    const edges = page.getByRole('table', { name: 'Edges of the usage graph' });
    await see(edges.getByRole('row').filter({ hasText: 'Ops agent' }).filter({ hasText: READ }));

    const incident = await stop(page);
    expect(await discover(agent)).not.toContain(READ);
    const refused = await invoke(agent);
    expect(refused).toMatchObject({ status: 403, body: { code: 'DISABLED' } });
    expect(JSON.stringify(refused.body)).toContain(REASON);
    await see(page.getByRole('alert').filter({ hasText: `Stopped: capability ${READ}` }));
    await see(page.getByText('Somebody else restores this'));
    await followALink(reviewer.page);
    await see(reviewer.page.getByRole('alert').filter({ hasText: `Stopped: capability ${READ}` }));
    await see(menu(reviewer.page, 'Incidents').getByText('open'));

    await restore(reviewer, incident);
    await followALink(page);
    await gone(page.getByRole('alert').filter({ hasText: 'Stopped:' }));
    await gone(reviewer.page.getByRole('alert').filter({ hasText: 'Stopped:' }));
    expect(await discover(agent)).toContain(READ);
    expect(await invoke(agent)).toMatchObject({ status: 200 });
  });
});
