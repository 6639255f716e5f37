import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffWords, type TextPart } from '@/lib/core/diff/words';

const MARK = { same: '', removed: '-', added: '+' } as const;
const show = (parts: TextPart[]) =>
  parts.map(({ kind, text }) => (kind === 'same' ? text : `{${MARK[kind]}${text}}`)).join('');
const side = (parts: TextPart[], kind: 'removed' | 'added') =>
  parts
    .filter((part) => part.kind === 'same' || part.kind === kind)
    .map(({ text }) => text)
    .join('');

/** Length of the longest common subsequence, by its definition. */
function common(left: readonly string[], right: readonly string[]): number {
  const [[a, ...restA], [b, ...restB]] = [left, right];
  if (a === undefined || b === undefined) return 0;
  if (a === b) return 1 + common(restA, restB);
  return Math.max(common(restA, right), common(left, restB));
}

describe('a text compared by words', () => {
  it.each([
    ['', '', ''],
    ['one two', 'one two', 'one two'],
    ['', 'new', '{+new}'],
    ['old', '', '{-old}'],
    ['Reads a file.', 'Deletes a file.', '{-Reads}{+Deletes} a file.'],
    ['Deletes a service.', 'Deletes a service for good.', 'Deletes a service{+ for good}.'],
    ['snake_case_name', 'snake_case_names', '{-snake_case_name}{+snake_case_names}'],
    ['café au lait', 'cafe\u0301 au lait', '{-café}{+cafe\u0301} au lait'],
    ['删除一个服务', '读取一个服务', '{-删除}{+读取}一个服务'],
    ['查询 GitHub 仓库', '查询 GitLab 仓库', '查询 {-GitHub}{+GitLab} 仓库'],
    ['a\nb', 'a\n\nb', 'a{-\n}{+\n\n}b'],
    ['safe', 'sa\u200bfe', '{-safe}{+sa\u200bfe}'],
    ['no 👍🏽 here', 'no 👎 here', 'no {-👍🏽}{+👎} here'],
  ])('%j -> %j', (before, after, shown) => {
    expect(show(diffWords(before, after))).toBe(shown);
  });

  it('gives both texts back, and never says "same" of what differs', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc
        .array(fc.constantFrom('a', 'b', 'ab', ' ', '\n', '中', '文', '.', 'é'), { maxLength: 40 })
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = diffWords(before, after);
        expect(side(parts, 'removed')).toBe(before);
        expect(side(parts, 'added')).toBe(after);
        expect(parts.every((part) => part.kind === 'same')).toBe(before === after);
        expect(parts.every((part) => part.text !== '')).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('finds the longest common sequence', () => {
    const text = fc.array(fc.constantFrom('甲', '乙', '丙'), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (left, right) => {
        const same = diffWords(left.join(''), right.join('')).filter(({ kind }) => kind === 'same');
        expect(same.map((part) => part.text).join('')).toHaveLength(common(left, right));
      }),
      { numRuns: 1000 },
    );
  });

  it('takes a long text that is wholly other', () => {
    const long = (word: string) =>
      Array.from({ length: 8000 }, (_, at) => `${word}${at}`).join(' ');
    const started = performance.now();
    const parts = diffWords(long('a'), long('b'));
    expect(side(parts, 'added')).toBe(long('b'));
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
