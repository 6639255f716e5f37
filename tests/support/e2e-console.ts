import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import type { Credentials } from './e2e-server';

export type Who = 'admin' | 'reviewer' | 'nobody';
type Options = Pick<BrowserContextOptions, 'colorScheme' | 'viewport' | 'storageState'>;

export const TIMEOUT_MS = 30_000;
const DESKTOP = { width: 1440, height: 900 };

/** Everything a page should not have: errors, refused resources, failed requests. */
export type Complaints = { list: string[]; expected: RegExp[] };

export type Console = {
  page: Page;
  complaints: Complaints;
  /** Says that something of this pattern is meant to be complained about in this test. */
  expect(pattern: RegExp): void;
};

/** Cut off by the next step, such as a prefetch when the page is left: nobody misses it. */
const CUT_OFF = /net::ERR_ABORTED|NS_BINDING_ABORTED/;

function watch(page: Page, complaints: Complaints): void {
  const add = (text: string) => complaints.list.push(text);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      add(`console ${message.type()}: ${message.text()} at ${message.location().url}`);
  });
  page.on('pageerror', (error) => add(`uncaught: ${error.message}`));
  page.on('requestfailed', (failed) => {
    const why = failed.failure()?.errorText ?? '';
    if (!CUT_OFF.test(why)) add(`failed: ${failed.method()} ${failed.url()} ${why}`);
  });
  page.on('response', (answer) => {
    if (answer.status() >= 400)
      add(`${answer.status()}: ${answer.request().method()} ${answer.url()}`);
  });
}

/** What a window showed when its test failed. */
async function tell(page: Page): Promise<void> {
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 2_000 })
    .catch(() => '');
  const lines = shown.split('\n').filter((line) => !/^\s*- \/url/.test(line));
  process.stderr.write(`${page.url()}\n${lines.slice(0, 150).join('\n')}\n`);
}

/**
 * Browser windows for one file. Each is a person of their own; after each test all are closed and
 * nothing may have been complained about in them.
 */
export function consoles() {
  const { url, browser: endpoint, sessions } = inject('e2e');
  let browser: Browser | undefined;
  let open: { console: Console; close: () => Promise<void> }[] = [];

  beforeAll(async () => {
    browser = await chromium.connect(endpoint);
  });
  afterEach(async ({ task }) => {
    const done = open;
    open = [];
    if (task.result?.state === 'fail')
      await Promise.all(done.map(({ console: { page } }) => tell(page)));
    await Promise.all(done.map(({ close }) => close()));
    const complaints = done.flatMap(({ console: { complaints } }) =>
      complaints.list.filter((text) => !complaints.expected.some((one) => one.test(text))),
    );
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
  });

  /** Opens a window of the console as somebody, at a page. */
  return async (who: Who, path: string, options: Options = {}): Promise<Console> => {
    if (!browser) throw new Error('Windows open inside tests only.');
    const context = await browser.newContext({
      baseURL: url,
      viewport: DESKTOP,
      colorScheme: 'light',
      ...(who === 'nobody' ? {} : { storageState: sessions[who] }),
      ...options,
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    const page = await context.newPage();
    const complaints: Complaints = { list: [], expected: [] };
    watch(page, complaints);
    const opened: Console = {
      page,
      complaints,
      expect: (pattern) => complaints.expected.push(pattern),
    };
    open.push({ console: opened, close: () => context.close() });
    await visit(page, path);
    return opened;
  };
}

/** Every control on the page answers: what the server sent has become live. */
async function untilLive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const controls = [...document.querySelectorAll('a, button, input, textarea')];
    const isLive = (control: Element) =>
      Object.keys(control).some((key) => key.startsWith('__reactProps'));
    return controls.length > 0 && controls.every(isLive);
  });
  // Effects, such as listeners for keys, come right after the next paint.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))),
  );
}

export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilLive(page);
}

export async function reload(page: Page): Promise<void> {
  await page.reload();
  await untilLive(page);
}

/** Waits until it is in sight. */
export const see = (locator: Locator): Promise<void> => locator.first().waitFor();
/** Waits until it is out of sight. */
export const gone = (locator: Locator): Promise<void> =>
  locator.first().waitFor({ state: 'hidden' });

export const button = (place: Page | Locator, name: string | RegExp): Locator =>
  place.getByRole('button', { name, exact: typeof name === 'string' });
export const link = (place: Page | Locator, name: string | RegExp): Locator =>
  place.getByRole('link', { name, exact: typeof name === 'string' });
/** A page in the sidebar; what waits there may follow its name. */
export const menu = (page: Page, name: string): Locator =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: new RegExp(`^${name}`) });
export const heading = (place: Page | Locator, name: string | RegExp): Locator =>
  place.getByRole('heading', { name });

/** The dialog in front; both kinds. */
export const dialog = (page: Page): Locator =>
  page
    .locator('[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]')
    .last();

export async function signIn(page: Page, who: Credentials): Promise<void> {
  await page.getByLabel('E-mail').fill(who.email);
  await page.getByLabel('Password').fill(who.password);
  await button(page, 'Sign in').click();
}

/** Signs in and waits until the page that follows, which is loaded anew, has become live. */
export async function enter(page: Page, who: Credentials): Promise<void> {
  await signIn(page, who);
  await page.waitForURL(({ pathname }) => pathname !== '/sign-in');
  await untilLive(page);
}

/** Chooses in a list that opens from a button: select and combobox. */
export async function choose(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  await field.click();
  await page.getByRole('option', { name: option }).first().click();
}

/** Finds in a list that asks the server, and chooses it. */
export async function find(page: Page, field: Locator, text: string): Promise<void> {
  await field.click();
  await page.getByPlaceholder('Id or name').fill(text);
  await page.getByRole('option', { name: text }).first().click();
}

export const textOf = async (locator: Locator): Promise<string> =>
  ((await locator.first().textContent()) ?? '').trim();

/** Reads the secret that is shown once, and closes it. */
export async function takeSecret(page: Page, title: string): Promise<string> {
  await see(heading(page, title));
  const secret = await textOf(dialog(page).locator('code'));
  await button(dialog(page), 'I have copied it').click();
  await gone(heading(page, title));
  return secret;
}

/** Where the window is, without its host. */
export function placeOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}
