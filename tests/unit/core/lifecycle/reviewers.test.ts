import { describe, expect, it } from 'vitest';
import { countingApprovals, requiredApprovals } from '@/lib/core/lifecycle/reviewers';
import { RISKS } from '@/lib/core/shared/domain';

describe('how many people a change takes', () => {
  it('is two where it is or becomes CRITICAL, else one', () => {
    for (const before of RISKS) {
      for (const after of RISKS) {
        const critical = before === 'CRITICAL' || after === 'CRITICAL';
        expect(requiredApprovals(before, after)).toBe(critical ? 2 : 1);
      }
    }
  });
});

describe('approvals that count', () => {
  it.each([
    ['one person', ['rita'], [], ['rita']],
    ['two people', ['rita', 'ravi'], [], ['rita', 'ravi']],
    ['one person twice', ['rita', 'rita'], [], ['rita']],
    ['an author', ['olga', 'rita'], ['olga'], ['rita']],
    ['in the place of an author', ['rita for olga'], ['olga'], []],
    ['a stand-in beside whom they stand in for', ['rita', 'mo for rita'], [], ['rita']],
    ['the absent after their stand-in', ['mo for rita', 'rita'], [], ['mo for rita']],
    ['two stand-ins of one person', ['mo for rita', 'max for rita'], [], ['mo for rita']],
    ['two stand-ins of two', ['mo for rita', 'max for ravi'], [], ['mo for rita', 'max for ravi']],
    ['one person for two', ['mo for rita', 'mo for ravi'], [], ['mo for rita']],
    ['nobody', [], ['olga'], []],
  ])('%s', (_name, given, authors, counted) => {
    const approvals = given.map((text) => {
      const [decidedBy = '', onBehalfOf = null] = text.split(' for ');
      return { text, decidedBy, onBehalfOf };
    });
    expect(countingApprovals(approvals, authors).map(({ text }) => text)).toEqual(counted);
  });
});
