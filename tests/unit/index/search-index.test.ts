import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AllowedCache } from '@/lib/index/allowed-cache';
import { capabilityKey, type IndexDocument } from '@/lib/index/document';
import { MAX_COUNT, Postings } from '@/lib/index/postings';
import { queryTerms } from '@/lib/index/query-terms';
import { SearchIndex } from '@/lib/index/search-index';

type Row = { id: string };

function document(id: string, rest: Partial<IndexDocument> = {}): IndexDocument {
  const tenantId = rest.tenantId ?? 'acme';
  return {
    key: capabilityKey(tenantId, id),
    tenantId,
    id,
    name: '',
    serverName: '',
    tags: [],
    description: '',
    paramNames: [],
    paramDescriptions: [],
    tokens: 10,
    ...rest,
  };
}

function indexOf(documents: readonly IndexDocument[]): SearchIndex<Row> {
  const index = new SearchIndex<Row>();
  for (const item of documents) index.upsert(item, { id: item.id });
  return index;
}

function find(index: SearchIndex<Row>, query: string, ids?: ReadonlySet<string>, k = 10) {
  const allowed = index.select((row) => ids?.has(row.id) ?? true);
  const hits = index.search({ terms: queryTerms(query), allowed, k });
  return hits.map(({ key, score }) => ({ key, score }));
}

const keys = (hits: { key: string }[]) => hits.map((hit) => hit.key);

describe('SearchIndex', () => {
  const tools = [
    document('weather.forecast', {
      name: 'get_forecast',
      description: 'Get the weather of a city.',
    }),
    document('mail.send', { name: 'sendMail', description: 'Send a message to a person.' }),
    document('files.read', {
      name: 'read_file',
      description: 'Read.',
      paramNames: ['encoding'],
      paramDescriptions: ['Which charset the text has'],
      tags: ['storage'],
      serverName: 'filesystem',
      category: 'Documents',
    }),
  ];

  it.each([
    ['what will the weather be', 'weather.forecast'],
    ['sending messages', 'mail.send'],
    ['charset', 'files.read'],
    ['encoding', 'files.read'],
    ['storage', 'files.read'],
    ['filesystem', 'files.read'],
    ['document', 'files.read'],
    ['发送邮件', 'mail.send'],
    ['天气', 'weather.forecast'],
  ])('%s finds %s', (query, id) => {
    expect(keys(find(indexOf(tools), query))[0]).toBe(`acme/${id}`);
  });

  it('finds nothing for nothing', () => {
    expect(find(indexOf(tools), '')).toEqual([]);
    expect(find(indexOf(tools), 'zebra')).toEqual([]);
    expect(find(indexOf([]), 'weather')).toEqual([]);
    expect(find(indexOf(tools), 'weather', new Set())).toEqual([]);
    expect(find(indexOf([document('empty.one')]), 'weather')).toEqual([]);
    expect(find(indexOf(tools), 'weather', undefined, 0)).toEqual([]);
  });

  it('weighs the name twice', () => {
    const index = indexOf([
      document('a.description', { name: 'thing', description: 'deploy other words here' }),
      document('b.name', { name: 'deploy', description: 'thing other words here' }),
    ]);
    expect(keys(find(index, 'deploy'))).toEqual(['acme/b.name', 'acme/a.description']);
  });

  it('scores BM25 by the formula', () => {
    const index = indexOf([
      document('a.a', { description: 'alpha beta' }),
      document('b.b', { description: 'gamma gamma delta epsilon' }),
    ]);
    const idf = Math.log(1 + (2 - 1 + 0.5) / (1 + 0.5));
    const norm = 1.2 * (1 - 0.75 + (0.75 * 4) / 3);
    const [hit] = find(index, 'gamma');
    expect(hit?.score).toBeCloseTo((idf * 2.2 * 2) / (2 + norm), 12);
  });

  it('breaks ties by id, then tenant, whatever the order of arrival', () => {
    const same = (tenantId: string, id: string) => document(id, { tenantId, description: 'alike' });
    const all = [same('b', 'x.a'), same('a', 'x.b'), same('a', 'x.a'), same('c', 'w.z')];
    const order = ['c/w.z', 'a/x.a', 'b/x.a', 'a/x.b'];
    expect(keys(find(indexOf(all), 'alike'))).toEqual(order);
    expect(keys(find(indexOf([...all].reverse()), 'alike'))).toEqual(order);
    expect(keys(find(indexOf(all), 'alike', undefined, 2))).toEqual(order.slice(0, 2));
  });

  it('follows changes, and refuses sets of another revision', () => {
    const index = indexOf(tools);
    const before = index.select(() => true);
    index.upsert(document('mail.send', { name: 'fax' }), { id: 'mail.send' });
    expect(() => index.match([], before)).toThrow(RangeError);
    expect(find(index, 'message')).toEqual([]);
    expect(keys(find(index, 'fax'))).toEqual(['acme/mail.send']);
    expect(index.remove('acme/mail.send')).toBe(true);
    expect(index.remove('acme/mail.send')).toBe(false);
    expect(find(index, 'fax')).toEqual([]);
    expect(index.size).toBe(2);
    expect(index.find('acme/mail.send')).toBeNull();
    expect(index.has('acme/files.read')).toBe(true);
  });

  it('replaces a row without reading the text again', () => {
    const index = indexOf(tools);
    const [revision, slot] = [index.revision, index.slotOf('acme/mail.send')];
    expect(index.setRow('acme/mail.send', { id: 'renamed' })).toBe(true);
    expect(index.setRow('acme/none', { id: 'x' })).toBe(false);
    expect(index.revision).toBe(revision + 1);
    index.upsert(document('mail.send', { ...tools[1] }), { id: 'again' });
    expect(index.slotOf('acme/mail.send')).toBe(slot);
    expect(index.find('acme/mail.send')).toEqual({ id: 'again' });
  });

  it('answers the same after thousands of changes as an index built fresh', () => {
    const index = indexOf(tools);
    for (let i = 0; i < 5_000; i += 1) {
      index.upsert(document('mail.send', { description: `message number${i}` }), {
        id: 'mail.send',
      });
    }
    const last = document('mail.send', { description: 'message number4999' });
    const fresh = indexOf([...tools.filter((tool) => tool.id !== 'mail.send'), last]);
    expect(find(index, 'weather message charset')).toEqual(find(fresh, 'weather message charset'));
    expect([...index.rows()].length).toBe(3);
  });
});

describe('non-interference', () => {
  const words = ['delete', 'service', 'list', 'weather', 'deploy', 'file', '天气', 'get'];
  const sentence = fc
    .array(fc.constantFrom(...words), { maxLength: 8 })
    .map((list) => list.join(' '));
  const corpus = fc.array(
    fc.record({
      name: sentence,
      description: sentence,
      tokens: fc.nat(100),
      allowed: fc.boolean(),
    }),
    { maxLength: 30 },
  );

  it('scores to the last bit as an index that never held the rest', () => {
    const property = fc.property(
      corpus,
      sentence,
      fc.integer({ min: 0, max: 12 }),
      (rows, query, k) => {
        const documents = rows.map(({ allowed: _, ...rest }, i) => document(`t.n${i}`, rest));
        const ids = new Set(documents.filter((_, i) => rows[i]?.allowed).map((item) => item.id));
        const big = indexOf(documents);
        const small = indexOf(documents.filter((item) => ids.has(item.id)));
        expect(find(big, query, ids, k)).toEqual(find(small, query, ids, k));
        const [a, b] = [big.select((row) => ids.has(row.id)), small.select(() => true)];
        expect([a.size, a.totalLength, a.tokens]).toEqual([b.size, b.totalLength, b.tokens]);
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  it('holds while forbidden documents come, change and go', () => {
    const allowed = [
      document('a.one', { description: 'deploy service' }),
      document('a.two', { description: 'list service' }),
    ];
    const ids = new Set(['a.one', 'a.two']);
    const index = indexOf(allowed);
    const before = find(index, 'deploy service', ids);
    for (let i = 0; i < 3_000; i += 1) {
      index.upsert(document(`z.n${i % 1_000}`, { description: `deploy ${i}` }), {
        id: `z.n${i % 1_000}`,
      });
      if (i % 3 === 0) index.remove(`acme/z.n${i % 1_000}`);
    }
    expect(find(index, 'deploy service', ids)).toEqual(before);
  });
});

describe('Postings', () => {
  it('grows and caps counts', () => {
    const postings = new Postings();
    for (let i = 0; i < 100; i += 1) postings.add(4_194_303 - i, i === 7 ? 5_000 : i);
    expect(postings.length).toBe(100);
    expect([postings.slotAt(99), postings.countAt(99)]).toEqual([4_194_204, 99]);
    expect(postings.countAt(7)).toBe(MAX_COUNT);
  });
});

describe('AllowedCache', () => {
  const entry = (validUntil = Number.POSITIVE_INFINITY) => ({
    set: indexOf([]).select(() => true),
    validUntil,
  });

  it('computes once a stamp, and again when catalogue, policy or clock moved', () => {
    const cache = new AllowedCache();
    let computed = 0;
    const get = (catalog: number, policy: string, now: number) =>
      cache.get('acme/bot', { catalog, policy }, now, () => {
        computed += 1;
        return entry(100);
      });
    get(1, 'p', 1);
    get(1, 'p', 99);
    expect(computed).toBe(1);
    get(1, 'p', 100);
    expect(computed).toBe(2);
    get(2, 'p', 5);
    get(2, 'q', 5);
    expect(computed).toBe(4);
  });

  it('forgets the agent least recently asked for', () => {
    const cache = new AllowedCache(2);
    const asked: string[] = [];
    const get = (agent: string) =>
      cache.get(agent, { catalog: 1, policy: '' }, 0, () => {
        asked.push(agent);
        return entry();
      });
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) get(name);
    expect(asked).toEqual(['a', 'b', 'c', 'b']);
  });
});
