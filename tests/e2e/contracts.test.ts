import { describe, expect, it } from 'vitest';
import { makeDraft } from '@/tests/support/e2e-catalog';
import { button, consoles, see, visit } from '@/tests/support/e2e-console';

const open = consoles();
const id = `contract${Date.now().toString(36)}.read`;

describe('contracts in the console', () => {
  it('shows one, and brings a change of it back', async () => {
    await makeDraft(id);
    const { page } = await open('admin', `/capabilities/${id}/contract`);
    const text = (await page.locator('figure code').first().textContent()) ?? '';
    expect(text).toContain(`id: ${id}`);
    await visit(page, '/capabilities/import');
    await page
      .getByLabel('YAML', { exact: true })
      .fill(text.replace('title: ""', 'title: From Git'));
    await button(page, 'Show what it changes').click();
    await see(page.getByText('1 to change'));
    await see(page.getByText('1 field: title'));
    await button(page, 'Apply 1 change').click();
    await see(page.getByText('What was changed'));
    await visit(page, `/capabilities/${id}`);
    await see(page.getByText('From Git'));
  });

  it('says at the field what is wrong, and applies nothing while something is refused', async () => {
    const { page } = await open('admin', '/capabilities/import');
    const yaml = page.getByLabel('YAML', { exact: true });
    const head = 'api_version: capstan/v1\nkind: Capability\nid: e2e.none.read\ntype: REST_TOOL\n';
    await yaml.fill(`${head}owner: platform\ndescription: Reads.\nrisk: LOUD\n`);
    await button(page, 'Show what it changes').click();
    await see(page.getByText(/Line 7, column 1/));
    await yaml.fill(`${head}owner: nobody_here\ndescription: Reads.\n`);
    await button(page, 'Show what it changes').click();
    await see(page.getByText('there is no team "nobody_here"'));
    expect(await button(page, /^Apply/).count()).toBe(0);
  });
});
