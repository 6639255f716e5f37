import { beforeAll, describe, expect, it } from 'vitest';
import { demoPeople, makeDraft } from '@/tests/support/e2e-catalog';
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

const open = consoles();
const word = Date.now().toString(36);
const TOLD = `tank${word}.empty`;
const ASKED = `tank${word}.fill`;

beforeAll(async () => {
  for (const id of [TOLD, ASKED]) await makeDraft(id, { risk: 'HIGH' });
});

describe('the bell', () => {
  it('rings on an open page, and leads to the request that is then decided', async () => {
    const { page } = await open('admin', '/notifications');
    const bell = page.getByRole('button', { name: /^Notifications/ });
    const before = Number(
      /(\d+) unread/.exec((await bell.getAttribute('aria-label')) ?? '')?.[1] ?? 0,
    );
    const { owner } = demoPeople();
    const until = new Date(Date.now() + 30 * 86_400_000).toISOString();
    const body = { agent_id: 'ops-agent', capability_id: TOLD, reason: 'Nightly.', until };
    expect((await owner('POST', '/access-requests', body)).status).toBe(201);
    await see(page.getByRole('button', { name: `Notifications, ${before + 1} unread` }));

    await bell.focus();
    await page.keyboard.press('Enter');
    await link(dialog(page), new RegExp(`asks for ${TOLD}`)).click();
    await page.waitForURL('**/access-requests/*');
    await gone(page.getByRole('button', { name: `Notifications, ${before + 1} unread` }));
    await button(page, 'Approve').click();
    await button(dialog(page), 'Approve and grant').click();
    await see(page.getByText('The grant was given with the answer.'));
    await visit(page, '/agents/ops-agent?tab=grants');
    await see(page.getByText(TOLD));
  });
});

describe('access', () => {
  it('is asked for on the capability, with errors at their field, and taken back', async () => {
    const { page } = await open('admin', `/capabilities/${ASKED}?tab=access`);
    await button(page, 'Request access').click();
    await choose(page, dialog(page).getByLabel('Agent'), 'Ops agent');
    await dialog(page).getByLabel('Until').fill('2020-01-01');
    await dialog(page).getByLabel('Reason').fill('For the morning.');
    await button(dialog(page), 'Ask for access').click();
    await see(dialog(page).getByText('This time has passed'));
    await dialog(page)
      .getByLabel('Until')
      .fill(`${new Date().getUTCFullYear() + 1}-01-31`);
    await button(dialog(page), 'Ask for access').click();
    await page.waitForURL('**/access-requests/*');
    await see(heading(page, `asks for ${ASKED}`));
    await see(page.getByText('For the morning.'));
    await button(page, 'Withdraw').click();
    await button(dialog(page), 'Withdraw request').click();
    await see(page.getByText('Who asked took it back.'));
  });
});

describe('a webhook', () => {
  it('is refused at a private address, at the field', async () => {
    const { page } = await open('admin', '/settings/webhooks');
    await button(page, 'New webhook').click();
    await dialog(page).getByLabel('Address').fill('http://10.0.0.1/hooks');
    await button(dialog(page), 'Make webhook').click();
    await see(dialog(page).getByText(/10\.0\.0\.1.* is refused/));
  });
});
