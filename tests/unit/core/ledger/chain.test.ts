import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChainRecord,
  type ChainRow,
  chainInput,
  GENESIS_HASH,
  verifyChain,
} from '@/lib/core/ledger/chain';

const sha = (text: string) => createHash('sha256').update(text).digest('hex');

function chain(records: ChainRecord[], first = 1): ChainRow[] {
  let prevHash = GENESIS_HASH;
  return records.map((record, index) => {
    const hash = sha(chainInput(prevHash, record));
    const link = { seq: first + index, prevHash, hash, record };
    prevHash = hash;
    return link;
  });
}
const RECORDS = [{ id: 'a', at: new Date(0) }, { id: 'b', n: 10n }, { id: 'c' }, { id: 'd' }];

describe('chainInput', () => {
  it('does not depend on the order of fields, or on absent ones', () => {
    expect(chainInput('p', { a: 1, b: 2, c: undefined })).toBe(chainInput('p', { b: 2, a: 1 }));
  });

  it.each<[string, ChainRecord, ChainRecord]>([
    ['a date', { at: new Date(0) }, { at: new Date(1) }],
    ['a big integer', { n: 1n }, { n: 2n }],
    ['a nested value', { s: { a: 1 } }, { s: { a: 2 } }],
    ['a name', { a: 1 }, { b: 1 }],
  ])('tells %s apart', (_name, one, other) => {
    expect(chainInput('p', one)).not.toBe(chainInput('p', other));
  });

  it('holds what went before', () => {
    expect(chainInput('p', {})).not.toBe(chainInput('q', {}));
  });
});

describe('verifyChain', () => {
  const rows = chain(RECORDS);
  const change = (index: number, over: Partial<ChainRow>) =>
    rows.map((row, at) => (at === index ? { ...row, ...over } : row));

  it('passes what nobody touched', () => {
    expect(verifyChain(rows, sha)).toEqual({
      ok: true,
      checked: 4,
      headSeq: 4n,
      headHash: rows[3]?.hash,
    });
    expect(verifyChain([], sha)).toMatchObject({ ok: true, checked: 0, headSeq: null });
    expect(verifyChain(chain(RECORDS, 0), sha)).toMatchObject({ ok: true, checked: 4 });
  });

  it.each([
    ['a changed record', change(1, { record: { id: 'x' } }), 2n, /changed/],
    ['a changed hash', change(1, { hash: sha('x') }), 2n, /changed/],
    ['a changed link', change(2, { prevHash: sha('x') }), 3n, /follow/],
    ['a record taken out', rows.filter((_row, at) => at !== 1), 3n, /2 to 2 are missing/],
    ['the first taken off', rows.slice(2), 3n, /begins at 3/],
    [
      'two exchanged',
      [rows[0], rows[2], rows[1]].filter((row) => row !== undefined),
      3n,
      /missing/,
    ],
    ['one twice', [...rows.slice(0, 2), ...rows.slice(1, 2)], 2n, /comes after/],
  ])('finds %s', (_name, given, seq, reason) => {
    const verdict = verifyChain(given, sha);
    expect(verdict).toMatchObject({ ok: false, seq });
    expect(verdict.ok ? '' : verdict.reason).toMatch(reason);
  });

  it('goes on from a checkpoint', () => {
    const from = { seq: 2n, hash: rows[1]?.hash ?? '' };
    expect(verifyChain(rows.slice(2), sha, from)).toMatchObject({ ok: true, checked: 2 });
    expect(verifyChain(rows.slice(2), sha, { ...from, hash: sha('x') })).toMatchObject({
      ok: false,
    });
    expect(verifyChain(rows.slice(3), sha, from)).toMatchObject({ ok: false, seq: 4n });
  });

  it('finds any change of any record', () => {
    const record = fc.dictionary(fc.string({ maxLength: 4 }), fc.integer(), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 6 }), fc.nat(), (records, pick) => {
        const links = chain(records);
        const at = pick % links.length;
        const tampered = links.map((link, index) =>
          index === at ? { ...link, record: { ...link.record, tampered: true } } : link,
        );
        expect(verifyChain(links, sha).ok).toBe(true);
        expect(verifyChain(tampered, sha)).toMatchObject({ ok: false, seq: BigInt(at + 1) });
      }),
    );
  });
});
