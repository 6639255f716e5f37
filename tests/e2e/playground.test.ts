import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureLive } from '@/tests/support/e2e-catalog';
import { button, consoles, dialog, heading, link, reload, see } from '@/tests/support/e2e-console';

const FIND = 'filesystem.search_files';
const SENTENCE = 'find documents whose name matches incident';
const ADDRESS = `/playground?q=${encodeURIComponent(SENTENCE)}&agent=ops-agent`;
const open = consoles();

beforeAll(async () => {
  await ensureLive(FIND, {
    description:
      'Finds files and folders whose names match a pattern, in a folder and all below it. Changes nothing.',
  });
});

const chosen = async (page: Page): Promise<string[]> => {
  const list = page.locator('#candidates > li');
  await see(list);
  return await list.evaluateAll((items) => items.map((item) => item.id));
};

describe('the playground', () => {
  it('answers the same from its address, and from the receipt', async () => {
    const { page } = await open('admin', ADDRESS);
    const found = await chosen(page);
    expect(found).toContain(`candidate-${FIND}`);
    await see(heading(page, 'What the model receives'));
    await see(page.getByText(/tokens/));
    await reload(page);
    expect(await chosen(page)).toEqual(found);

    await link(page, 'Receipt').click();
    await page.waitForURL('**/playground?receipt=*');
    expect(await chosen(page)).toEqual(found);
    await page.goBack();
    expect(await chosen(page)).toEqual(found);
    expect(await page.getByLabel('What the agent wants to do').inputValue()).toBe(SENTENCE);
  });

  it('narrows by its knobs, and keeps them in the address', async () => {
    const { page } = await open('admin', ADDRESS);
    await chosen(page);
    await page.getByLabel('Top K').fill('1');
    await page.keyboard.press('Control+Enter');
    await see(page.getByText(/^1 chosen/));
    expect(new URL(page.url()).searchParams.get('k')).toBe('1');
    await reload(page);
    await see(page.getByText(/^1 chosen/));
  });

  it('saves a query as a test case and runs it', async () => {
    const name = `case ${Date.now().toString(36)}`;
    const { page } = await open('admin', ADDRESS);
    await chosen(page);
    await button(page, 'Save as test case').click();
    await dialog(page).getByLabel('Name').fill(name);
    await button(dialog(page), 'Save test case').click();
    await see(page.getByText('Saved as a test case'));
    await link(page, /^Test cases/).click();
    await button(page, `Run ${name}`).click();
    await see(page.getByRole('row').filter({ hasText: name }).getByText('Passed'));
    await button(page, `Delete ${name}`).click();
    await button(dialog(page), 'Delete test case').click();
    await see(page.getByText('Test case deleted'));
  });
});
