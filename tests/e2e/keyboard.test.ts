import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureSynced } from '@/tests/support/e2e-catalog';
import { consoles, dialog, gone, heading, placeOf, see } from '@/tests/support/e2e-console';

const open = consoles();

beforeAll(() => ensureSynced('everything'));

/** Walks with Tab until something of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if ((await focused.count()) === 0) continue;
    const text = await focused.evaluate(
      (element) => element.getAttribute('aria-label') ?? element.textContent ?? '',
    );
    if (text.trim().startsWith(name)) return;
  }
  throw new Error(`Tab never reached "${name}".`);
}

describe('without a mouse', () => {
  it('the palette opens with Ctrl+K, finds a capability and goes there', async () => {
    const { page } = await open('admin', '/');
    await see(heading(page, 'Overview').or(page.getByRole('main')));
    await page.keyboard.press('Control+k');
    await see(dialog(page));
    await page.keyboard.type('tiny-image');
    await see(dialog(page).getByText('Found in the catalog'));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/capabilities/everything.get-tiny-image');
    await gone(dialog(page));

    await page.keyboard.press('Control+k');
    await page.keyboard.type('Usage graph');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/graph');
    await page.keyboard.press('Control+k');
    await see(dialog(page));
    await page.keyboard.press('Escape');
    await gone(dialog(page));
  });

  it('a draft is found, edited and submitted', async () => {
    const { page } = await open('admin', '/');
    await tabTo(page, 'Skip to content');
    await tabTo(page, 'Capabilities');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/capabilities');
    await see(page.getByText(/^1–\d+ of \d+$/));
    await page.keyboard.press('/');
    await page.keyboard.type('get-annotated-message');
    await page.waitForURL(/q=get-annotated-message/);
    await see(page.getByText('1–1 of 1'));
    const search = page.getByRole('searchbox');
    await page.keyboard.press('Escape');
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(false);
    expect(await search.inputValue()).toBe('get-annotated-message');
    await tabTo(page, 'Capabilities');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/capabilities/everything.get-annotated-message');
    await tabTo(page, 'Edit');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/edit');
    await page.getByLabel('Calls need no scope').focus();
    await page.keyboard.press('Space');
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/capabilities/everything.get-annotated-message');
    await tabTo(page, 'Submit for review');
    await page.keyboard.press('Enter');
    await see(dialog(page));
    expect(placeOf(page)).toBe('/capabilities/everything.get-annotated-message');
    await page.keyboard.press('Escape');
    await gone(dialog(page));
  });
});
