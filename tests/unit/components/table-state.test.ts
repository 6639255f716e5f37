import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTableSearchParams, type TableSpec, tableHref } from '@/components/data-table/state';

const spec: TableSpec = {
  sortable: ['name', 'calls'],
  defaultSort: { id: 'name', desc: false },
  filters: { status: ['DRAFT', 'REVIEW'], tag: 'any' },
};
const read = (query: string, of = spec) => parseTableSearchParams(new URLSearchParams(query), of);

describe('parseTableSearchParams', () => {
  it('answers the defaults for an empty address', () => {
    expect(read('')).toEqual({
      sort: { id: 'name', desc: false },
      filters: {},
      q: '',
      page: 1,
      pageSize: 50,
    });
  });

  it('reads everything a table can ask', () => {
    expect(read('q=mail&sort=-calls&page=3&size=100&status=DRAFT,REVIEW&tag=a%252Cb')).toEqual({
      sort: { id: 'calls', desc: true },
      filters: { status: ['DRAFT', 'REVIEW'], tag: ['a,b'] },
      q: 'mail',
      page: 3,
      pageSize: 100,
    });
  });

  it.each([
    ['an unknown column', 'sort=-password'],
    ['a page below one', 'page=0'],
    ['a page that is no number', 'page=x'],
    ['a page size that is not offered', 'size=5000'],
    ['a value outside a closed filter', 'status=ROOT'],
    ['an unknown filter', 'owner=me'],
  ])('drops %s', (_, query) => {
    expect(read(query)).toEqual(read(''));
  });

  it('keeps the good values of a filter, once each', () => {
    expect(read('status=DRAFT,ROOT,DRAFT').filters).toEqual({ status: ['DRAFT'] });
  });

  it('takes the record of a page as well as URLSearchParams', () => {
    expect(parseTableSearchParams({ q: ['a', 'b'], page: '2' }, spec)).toMatchObject({
      q: 'a',
      page: 2,
    });
  });

  it('reads its own keys when two tables share a page', () => {
    const calls = { ...spec, prefix: 'calls' };
    expect(read('q=other&calls_q=mine&calls_status=DRAFT&status=REVIEW', calls)).toMatchObject({
      q: 'mine',
      filters: { status: ['DRAFT'] },
    });
  });

  it('never throws and never leaves the spec, whatever the address says', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('q', 'sort', 'page', 'size', 'status', 'tag'), fc.string()),
        (raw) => {
          const query = parseTableSearchParams(raw, spec);
          expect(spec.sortable).toContain(query.sort.id);
          expect(query.page).toBeGreaterThanOrEqual(1);
          expect([25, 50, 100, 200]).toContain(query.pageSize);
          expect(query.q.length).toBeLessThanOrEqual(200);
        },
      ),
    );
  });
});

describe('tableHref', () => {
  it('leaves defaults out', () => {
    expect(tableHref(spec, { page: 1, q: '' })).toBe('');
  });

  it('is read back as it was meant', () => {
    const text = fc.string({ minLength: 1, maxLength: 20 }).filter((s) => s.trim() === s);
    fc.assert(
      fc.property(
        text,
        fc.uniqueArray(text, { maxLength: 4 }),
        fc.integer({ min: 1, max: 99 }),
        (q, tags, page) => {
          const query = { q, page, filters: { tag: tags }, sort: { id: 'calls', desc: true } };
          const back = read(tableHref(spec, query));
          expect(back).toEqual({
            ...query,
            pageSize: 50,
            filters: tags.length > 0 ? { tag: tags } : {},
          });
        },
      ),
    );
  });
});
