import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureSynced, makeDraft } from '@/tests/support/e2e-catalog';
import {
  button,
  consoles,
  dialog,
  gone,
  heading,
  link,
  menu,
  placeOf,
  reload,
  see,
} from '@/tests/support/e2e-console';

/** Own names, so that nothing else in the catalog is touched or counted. */
const RUN = `tank${Date.now().toString(36)}`;
const ids = Array.from({ length: 28 }, (_, n) => `${RUN}.level_${String(n).padStart(2, '0')}`);
const id = (n: number) => ids[n] ?? '';
const open = consoles();

beforeAll(async () => {
  await ensureSynced('everything');
  await Promise.all(ids.map((one, n) => makeDraft(one, n % 2 === 0 ? {} : { risk: 'MEDIUM' })));
});

const row = (page: Page, capability: string) =>
  page.getByRole('row').filter({ hasText: capability });
const focusedId = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('data-row-id'));

describe('the table of capabilities', () => {
  it('keeps filter, sort, search and page in the address, through reload and back', async () => {
    const { page } = await open('admin', '/capabilities?size=25');
    await page.keyboard.press('/');
    await page.keyboard.type(RUN);
    await see(page.getByText('1–25 of 28'));
    await button(page, 'Next page').click();
    await see(page.getByText('26–28 of 28'));
    await reload(page);
    await see(page.getByText('26–28 of 28'));

    await page.getByRole('button', { name: 'Risk', exact: true }).first().click();
    await page.getByRole('option', { name: 'Medium' }).click();
    await page.keyboard.press('Escape');
    await see(page.getByText('1–14 of 14'));
    await page.getByRole('columnheader', { name: 'Id' }).getByRole('button').click();
    await see(page.getByRole('columnheader', { name: 'Id' }).and(page.locator('[aria-sort]')));
    const place = new URLSearchParams(new URL(page.url()).search);
    expect(Object.fromEntries(place)).toMatchObject({ q: RUN, risk: 'MEDIUM', size: '25' });
    const before = placeOf(page);
    await reload(page);
    await see(page.getByText('1–14 of 14'));
    expect(await page.getByRole('searchbox').inputValue()).toBe(RUN);

    await row(page, id(1)).getByRole('link').first().click();
    await see(heading(page, id(1)));
    await page.goBack();
    await see(page.getByText('1–14 of 14'));
    expect(placeOf(page)).toBe(before);
    await button(page, 'Clear filter Risk').click();
    await see(page.getByText('1–25 of 28'));
  });

  it('is worked by keyboard alone', async () => {
    const { page } = await open('admin', `/capabilities?q=${RUN}&sort=id`);
    await see(row(page, id(0)));
    await page.keyboard.press('j');
    expect(await focusedId(page)).toBe(id(0));
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    expect(await focusedId(page)).toBe(id(1));
    await page.keyboard.press('x');
    await see(page.getByText('1 selected'));
    await page.keyboard.press('Escape');
    await gone(page.getByText('1 selected'));
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/capabilities/${id(1)}`);
  });

  it('submits and dismisses several at once, and takes dismissals back', async () => {
    const { page } = await open('admin', `/capabilities?q=${RUN}&sort=id`);
    for (const n of [20, 21]) await row(page, id(n)).getByRole('checkbox').check();
    await button(page, 'Submit 2').click();
    await see(page.getByText('Submitted 2'));
    await see(row(page, id(20)).filter({ hasText: 'Review' }));

    for (const n of [22, 23]) await row(page, id(n)).getByRole('checkbox').check();
    await button(page, 'Dismiss 2').click();
    await see(page.getByText('Dismissed 2'));
    await gone(row(page, id(22)));
    await button(page, 'Undo').click();
    await see(row(page, id(22)));
  });
});

describe('editing a capability', () => {
  it('tells of a lost race and keeps what was typed', async () => {
    const path = `/capabilities/${id(27)}/edit`;
    const first = (await open('admin', path)).page;
    const second = (await open('admin', path)).page;
    await first.getByLabel('Title').fill('Level of the tank');
    await button(first, 'Save').click();
    await first.waitForURL(`**/capabilities/${id(27)}`);

    const mine = 'Returns how full a tank is, in percent. Changes nothing.';
    await second.getByLabel('Description').fill(mine);
    await button(second, 'Save').click();
    await see(second.getByText('Somebody changed this while you were typing'));
    await see(second.getByText('Level of the tank'));
    expect(await second.getByLabel('Description').inputValue()).toBe(mine);
    await button(second, 'Keep mine on top').click();
    await button(second, 'Save').click();
    await second.waitForURL(`**/capabilities/${id(27)}`);
    await see(second.getByText('Level of the tank'));
    await see(second.getByText(mine));
    expect(await dialog(second).count()).toBe(0);
  });

  it('asks before unsaved changes are left behind, and not once they are saved', async () => {
    const { page } = await open('admin', `/capabilities/${id(26)}`);
    const title = page.getByLabel('Title');
    const question = dialog(page).getByText('Leave without saving?');
    const edit = async () => {
      await link(page, 'Edit').click();
      await page.waitForURL('**/edit');
      await title.fill('Half a title');
    };
    const stay = async () => {
      await see(question);
      await button(dialog(page), 'Stay').click();
      await gone(question);
      expect(placeOf(page)).toBe(`/capabilities/${id(26)}/edit`);
      expect(await title.inputValue()).toBe('Half a title');
    };
    await edit();
    await menu(page, 'Agents').click();
    await stay();
    await page.goBack();
    await stay();
    await page.goBack();
    await see(question);
    await button(dialog(page), 'Leave without saving').click();
    await page.waitForURL(`**/capabilities/${id(26)}`);

    await edit();
    await link(page, 'Cancel').click();
    await see(question);
    await button(dialog(page), 'Leave without saving').click();
    await page.waitForURL(`**/capabilities/${id(26)}`);

    await edit();
    await button(page, 'Save').click();
    await page.waitForURL(`**/capabilities/${id(26)}`);
    await see(page.getByText('Half a title'));
    await menu(page, 'Agents').click();
    await page.waitForURL('**/agents');
    expect(await dialog(page).count()).toBe(0);
  });

  it('leads from a gate to the place of its fix', async () => {
    const bare = `gate.${RUN.replace('tank', 'of_')}`;
    await makeDraft(bare, { scopes: undefined });
    const { page } = await open('admin', `/capabilities/${bare}`);
    const gate = page.locator('#gates li').filter({ hasText: 'scopes' });
    await see(gate);
    await link(gate, 'Fix it').click();
    await page.waitForURL('**/edit#scopes');
    await page.waitForFunction(() => {
      const top = document.getElementById('scopes')?.getBoundingClientRect().top ?? -1;
      return top > 0 && top < window.innerHeight;
    });
  });
});
