import { describe, expect, it } from 'vitest';
import {
  connectedTo,
  type FlowNode,
  layoutFlow,
  neighbour,
} from '@/components/charts/sankey-layout';
import { visibilityOf } from '@/components/data-table/features';
import { parseViews, viewQuery, withView } from '@/components/data-table/saved-views-store';
import { crumbsOf } from '@/components/shell/crumbs';
import { cn } from '@/components/ui/cn';
import { slugOf } from '@/components/ui/slug';
import { findCurrentTab } from '@/components/ui/tab-match';
import { formatDuration, formatRelative, formatShortUtc, formatUtc } from '@/components/ui/time';

describe('time', () => {
  const now = Date.UTC(2026, 10, 30, 14, 41);
  it.each([
    [5, 'just now'],
    [-30, '30 sec. ago'],
    [-180, '3 min. ago'],
    [-7200, '2 hr. ago'],
    [-86_400 * 3, '3 days ago'],
    [90_000, 'in 1 day'],
    [-59.6, '1 min. ago'],
    [3599, 'in 1 hr.'],
    [86_400 * 1.9, 'in 2 days'],
    [86_400 * 90 - 20, 'in 90 days'],
    [-86_400 * 119, '119 days ago'],
    [86_400 * 180, 'in 6 mo.'],
    [86_400 * 364.9, 'in 1 yr.'],
    [-86_400 * 730, '2 yr. ago'],
  ])('%d seconds from now is %s', (seconds, text) => {
    expect(formatRelative(now + seconds * 1000, now)).toBe(text);
  });
  it('writes exact times in UTC and durations with units', () => {
    expect(formatUtc(now)).toBe('30 Nov 2026, 14:41 UTC');
    expect(formatShortUtc(now)).toBe('30 Nov, 14:41');
    expect([0.42, 1.4, 3, 840, 1234, 45_000, 200_000, 120_000].map(formatDuration)).toEqual([
      '0.42 ms',
      '1.4 ms',
      '3 ms',
      '840 ms',
      '1.2 s',
      '45 s',
      '3 min 20 s',
      '2 min',
    ]);
  });
});

describe('findCurrentTab', () => {
  const items = [{ href: '/a' }, { href: '/a?tab=x' }, { href: '/a?tab=y' }];
  it.each([
    ['', '/a'],
    ['tab=x', '/a?tab=x'],
    ['tab=x&page=2', '/a?tab=x'],
    ['tab=z', '/a'],
  ])('for ?%s is %s', (query, href) => {
    expect(findCurrentTab(items, '/a', query)).toBe(href);
  });
  it('is none on another path', () => {
    expect(findCurrentTab(items, '/b', '')).toBeUndefined();
  });
});

describe('crumbsOf', () => {
  it('names section, list and thing', () => {
    expect(crumbsOf('/capabilities/mail.send', {})).toEqual([
      { label: 'Catalog' },
      { label: 'Capabilities', href: '/capabilities' },
      { label: 'mail.send', href: '/capabilities/mail.send' },
    ]);
  });
  it('prefers the title a page gave', () => {
    const crumbs = crumbsOf('/change-requests/cr_1', { '/change-requests/cr_1': 'Publish 2.0' });
    expect(crumbs.at(-1)?.label).toBe('Publish 2.0');
  });
  it('knows the overview and survives bad escapes', () => {
    expect(crumbsOf('/', {})).toEqual([{ label: 'Overview', href: '/' }]);
    expect(crumbsOf('/x/%E0%A4%A', {}).at(-1)?.label).toBe('%E0%A4%A');
  });
});

describe('slugOf', () => {
  it.each([
    ['Issue tracker', 'issue-tracker'],
    ['  CRM (north) ', 'crm-north'],
    ['客户 CRM', 'crm'],
    ['客户', ''],
    [`${'a'.repeat(62)} b`, 'a'.repeat(62)],
  ])('proposes an id for %j', (name, id) => {
    expect(slugOf(name)).toBe(id);
  });
});

describe('saved views', () => {
  it('reads only what it wrote', () => {
    expect(parseViews(null)).toEqual([]);
    expect(parseViews('{')).toEqual([]);
    expect(parseViews('[{"name":"a","query":"q=1"},{"name":2}]')).toEqual([
      { name: 'a', query: 'q=1' },
    ]);
  });
  it('replaces a view of the same name and sorts', () => {
    const views = withView(
      [
        { name: 'b', query: '1' },
        { name: 'a', query: '2' },
      ],
      { name: 'b', query: '3' },
    );
    expect(views).toEqual([
      { name: 'a', query: '2' },
      { name: 'b', query: '3' },
    ]);
  });
  it('forgets the page and the order of keys', () => {
    expect(viewQuery('q=1&page=3&cols=a', undefined)).toBe('cols=a&q=1');
    expect(viewQuery('t_page=3&page=2', 't')).toBe('page=2');
  });
});

describe('visibilityOf', () => {
  const cell = () => null;
  const columns = [
    { id: 'a', header: 'A', cell },
    { id: 'b', header: 'B', cell },
    { id: 'c', header: 'C', cell, defaultHidden: true },
    { id: 'd', header: 'D', cell, alwaysShown: true },
  ];
  it('switches columns against their default, never the first', () => {
    expect(visibilityOf(columns, [])).toEqual({ a: true, b: true, c: false, d: true });
    expect(visibilityOf(columns, ['a', 'b', 'c', 'd'])).toEqual({
      a: true,
      b: false,
      c: true,
      d: true,
    });
  });
});

describe('cn', () => {
  it('keeps a text size beside a text colour', () => {
    expect(cn('text-table text-muted', 'text-foreground')).toBe('text-table text-foreground');
  });
});

describe('flow layout', () => {
  const nodes: FlowNode[] = ['a', 'b', 'c', 'd', 'lonely'].map((id, index) => ({
    id,
    label: id,
    column: [0, 0, 1, 2, 1][index] ?? 0,
  }));
  const links = [
    { source: 'a', target: 'c', value: 3 },
    { source: 'b', target: 'c', value: 1 },
    { source: 'c', target: 'd', value: 4 },
    { source: 'd', target: 'a', value: 9 },
    { source: 'a', target: 'nobody', value: 9 },
    { source: 'a', target: 'd', value: 0 },
  ];
  const layout = layoutFlow(nodes, links, { width: 800, minHeight: 200 });

  it('keeps real forward links and the nodes on them', () => {
    expect(layout.links.map((link) => link.key)).toEqual(['a→c', 'b→c', 'c→d']);
    expect(layout.nodes.map((node) => node.id)).toEqual(['a', 'b', 'c', 'd']);
  });
  it('makes ribbons as wide as what flows', () => {
    const [first, second] = layout.links;
    expect((first?.width ?? 0) / (second?.width ?? 1)).toBeCloseTo(3, 1);
  });
  it('puts nodes in their column', () => {
    const x = Object.fromEntries(layout.nodes.map((node) => [node.id, node.x]));
    expect(x.a).toBe(x.b);
    expect((x.c ?? 0) > (x.a ?? 0) && (x.d ?? 0) > (x.c ?? 0)).toBe(true);
  });
  it('survives nothing at all', () => {
    expect(layoutFlow([], [], { width: 800, minHeight: 200 })).toEqual({
      nodes: [],
      links: [],
      height: 200,
    });
  });
  it('walks by arrow keys and finds what is connected', () => {
    expect(neighbour(layout, 'c', 'ArrowLeft')).toBe('a');
    expect(neighbour(layout, 'a', 'ArrowDown')).toBe('b');
    expect(neighbour(layout, 'd', 'ArrowRight')).toBeUndefined();
    expect([...connectedTo('b', links.slice(0, 3))].sort()).toEqual(['b', 'c', 'd']);
  });
});
