import { beforeAll, describe, expect, it } from 'vitest';
import { ensureLive } from '@/tests/support/e2e-catalog';
import {
  button,
  choose,
  consoles,
  dialog,
  find,
  link,
  reload,
  see,
  takeSecret,
} from '@/tests/support/e2e-console';

const ECHO = 'everything.echo';
const open = consoles();

beforeAll(async () => {
  await ensureLive(ECHO, {
    description: 'Repeats a message word for word, to test a connection. Changes nothing.',
  });
});

describe('an agent', () => {
  it('is registered, granted, pinned, given a key, and tried from its Connect page', async () => {
    const { page } = await open('admin', '/agents');
    await button(page, 'Register agent').click();
    // Of this attempt: its id is taken for good.
    await dialog(page)
      .getByLabel('Name')
      .fill(`Radio ${Date.now().toString(36)}`);
    await choose(page, dialog(page).getByLabel('Owner'), 'Platform');
    await button(dialog(page), 'Register agent').click();
    await page.waitForURL('**/agents/*?tab=grants');
    await see(page.getByText('Nothing is granted'));

    await find(page, page.getByLabel('Choose a capability'), ECHO);
    await button(page, 'Save grants').click();
    await see(page.getByText('Grants saved'));
    await reload(page);
    expect(await page.getByLabel(`Invoke ${ECHO}`).isChecked()).toBe(true);

    await link(page, /^Pins/).click();
    await find(page, page.getByLabel('Pin a capability'), ECHO);
    await button(page, 'Save pins').click();
    await see(page.getByText('Pins saved'));

    await link(page, /^Keys/).click();
    await button(page, 'New key').click();
    await dialog(page).getByLabel('Name').fill('radio');
    await button(dialog(page), 'Make key').click();
    const key = await takeSecret(page, 'Your new key');

    await link(page, 'Connect').click();
    await page.getByLabel('A key of this agent').fill(key);
    await page.getByLabel('What it wants to do').fill('say the same thing back');
    await button(page, 'Discover').click();
    await see(page.getByText(/It works: 1 of 1 allowed/));
    await see(page.getByText(ECHO));
  });

  it('loses its keys one by one', async () => {
    const window = await open('admin', '/agents/support-agent?tab=keys');
    const { page } = window;
    await button(page, 'New key').click();
    await dialog(page).getByLabel('Name').fill('short-lived');
    await button(dialog(page), 'Make key').click();
    const key = await takeSecret(page, 'Your new key');
    const row = page.getByRole('row').filter({ hasText: 'short-lived' });
    await button(row.first(), /Revoke/).click();
    await button(dialog(page), /Revoke/).click();
    await see(page.getByText('Revoked').first());

    window.expect(/401/);
    await link(page, 'Connect').click();
    await page.getByLabel('A key of this agent').fill(key);
    await button(page, 'Discover').click();
    await see(page.getByText(/key/i).and(page.locator('[aria-live] *')));
  });
});
