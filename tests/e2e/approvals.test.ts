import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { ensureGranted, ensureLive } from '@/tests/support/e2e-catalog';
import {
  button,
  consoles,
  dialog,
  gone,
  heading,
  link,
  reload,
  see,
} from '@/tests/support/e2e-console';

const { dataDir } = inject('e2e');
const WRITE = 'filesystem.write_file';
const open = consoles();

beforeAll(async () => {
  await ensureLive(WRITE, {
    approval_required: true,
    description: 'Writes one file, replacing what it held. Cannot be undone.',
  });
  await ensureGranted('ops-agent', WRITE);
});

/** Asks as the ops agent and answers the approval's address. */
async function ask(page: Page, file: string): Promise<string> {
  await see(page.getByText('Needs an approval'));
  await page.getByLabel('path').fill(join(dataDir, 'demo', 'files', 'notes', file));
  await page.getByLabel('content').fill('Written by hand.');
  await button(page, 'Ask for approval').click();
  await see(page.getByText('Waits for an approval'));
  return (await link(page, 'Open approval').getAttribute('href')) ?? '';
}

async function openTryIt() {
  const admin = await open('admin', `/capabilities/${WRITE}?tab=try`);
  await admin.page.getByLabel('Agent', { exact: true }).click();
  await admin.page.getByRole('option', { name: /Ops agent/ }).click();
  return admin;
}

describe('a call of high risk', () => {
  it('waits for a person, then succeeds once', async () => {
    const { page } = await openTryIt();
    const approval = await ask(page, 'approved.md');

    const reviewer = (await open('reviewer', '/approvals')).page;
    await reviewer.getByRole('row').filter({ hasText: WRITE }).getByRole('link').first().click();
    await reviewer.waitForURL(`**${approval}`);
    await see(reviewer.getByText('approved.md'));
    await button(reviewer, /^Approve/).click();
    await dialog(reviewer).getByLabel('Comment').fill('Go ahead.');
    await button(dialog(reviewer), 'Approve this one call').click();
    await gone(button(reviewer, /^Approve/));

    await button(page, 'Call with the approval').click();
    await see(heading(page, 'Answer'));
    await see(link(page, 'In the ledger'));
    await see(button(page, 'Ask for approval'));
    await reload(reviewer);
    await see(reviewer.getByText('Used').first());
  });

  it('is refused with the words of who denied it', async () => {
    const { page } = await openTryIt();
    const approval = await ask(page, 'denied.md');

    const reviewer = (await open('reviewer', approval)).page;
    await reviewer.keyboard.press('d');
    const deny = button(dialog(reviewer), 'Deny this call');
    expect(await deny.isDisabled()).toBe(true);
    await dialog(reviewer).getByLabel('Why').fill('Notes are for people.');
    await deny.click();
    await see(reviewer.getByText('Denied').first());

    await button(page, 'Call with the approval').click();
    await see(page.getByText(/Notes are for people/));
  });
});
