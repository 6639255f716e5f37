import { describe, expect, it } from 'vitest';
import { navItemAt } from '@/components/shell/nav';

describe('the entry a page belongs to', () => {
  it.each([
    ['/', '', 'overview'],
    ['/capabilities', '', 'capabilities'],
    ['/capabilities', 'status=DRAFT', 'capabilities'],
    ['/capabilities', 'type=SKILL', 'skills'],
    ['/capabilities', 'type=SKILL&q=refund', 'skills'],
    ['/capabilities', 'type=SKILL,WORKFLOW', 'capabilities'],
    ['/capabilities/demo.echo', 'type=SKILL', 'capabilities'],
    ['/people/teams/platform', '', 'teams'],
    ['/change-requests/cr_1', '', 'change-requests'],
    ['/ownership', 'tab=offers', 'ownership'],
    ['/backends/crm', '', 'providers'],
    ['/nowhere', '', undefined],
  ])('%s?%s is %s', (path, query, id) => {
    expect(navItemAt(path, query)?.id).toBe(id);
  });
});
