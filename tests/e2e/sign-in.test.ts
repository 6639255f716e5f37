import { describe, expect, inject, it } from 'vitest';
import {
  button,
  consoles,
  dialog,
  enter,
  heading,
  menu,
  placeOf,
  reload,
  see,
  signIn,
  takeSecret,
  textOf,
} from '@/tests/support/e2e-console';

const { people } = inject('e2e');
const open = consoles();

describe('signing in', () => {
  it('answers a wrong password and an unknown person alike, and keeps what was typed', async () => {
    const window = await open('nobody', '/sign-in');
    const { page } = window;
    window.expect(/401.*auth\/callback|status of 401/);
    const texts: string[] = [];
    for (const email of [people.reviewer.email, 'nobody@capstan.local']) {
      await signIn(page, { email, password: 'not the password' });
      const problem = page.getByText(/do not belong together/);
      await see(problem);
      texts.push(await textOf(problem));
      expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
      await reload(page);
    }
    expect(new Set(texts).size).toBe(1);
  });

  it('leads back to where one wanted to go', async () => {
    const { page } = await open('nobody', '/ledger?status=SUCCEEDED');
    await page.waitForURL('**/sign-in*');
    await enter(page, people.reviewer);
    await see(heading(page, 'Ledger'));
    expect(placeOf(page)).toBe('/ledger?status=SUCCEEDED');
  });

  it('ends at once for somebody who is deactivated', async () => {
    const admin = (await open('admin', '/people')).page;
    const email = `leaver-${Date.now()}@capstan.local`;
    await button(admin, 'Invite person').click();
    await dialog(admin).getByLabel('E-mail').fill(email);
    await dialog(admin).getByLabel('Name').fill('Leaver');
    await button(dialog(admin), 'Make account').click();
    const password = await takeSecret(admin, 'Their first password');

    const window = await open('nobody', '/sign-in');
    const leaver = window.page;
    // The open page asks for its frame before the click and is refused.
    window.expect(/401.*\/api\/console\/frame/);
    await enter(leaver, { email, password });
    await see(menu(leaver, 'Ledger'));

    await admin.getByRole('row').filter({ hasText: email }).getByRole('link').first().click();
    await button(admin, 'Deactivate').click();
    await button(dialog(admin), 'Deactivate').click();
    await see(button(admin, 'Reactivate'));

    await menu(leaver, 'Ledger').click();
    await leaver.waitForURL('**/sign-in*');
    await see(button(leaver, 'Sign in'));
  });
});
