import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Coverable,
  covers,
  type GrantFacts,
  gives,
  isSameGrant,
  newlyOpened,
} from '@/lib/services/agents/grant-widening';

const NOW = new Date('2030-01-01T00:00:00Z');
const LATER = new Date('2031-01-01T00:00:00Z');
const PAST = new Date('2029-01-01T00:00:00Z');

const grant = (part: Partial<GrantFacts> = {}): GrantFacts => ({
  kind: 'capability',
  target: 'mail.send',
  discover: true,
  invoke: true,
  scopes: [],
  until: null,
  major: null,
  ...part,
});
const capability = (part: Partial<Coverable> = {}): Coverable => ({
  id: 'mail.send',
  risk: 'HIGH',
  type: 'MCP_TOOL',
  tags: ['mail'],
  providerIds: ['gmail'],
  ...part,
});

describe('what a grant covers', () => {
  const medium = capability({ risk: 'MEDIUM' });
  const high = capability();
  const critical = capability({ risk: 'CRITICAL' });
  it.each([
    [grant(), medium, true],
    [grant({ target: 'mail.read' }), medium, false],
    [grant({ kind: 'provider', target: 'gmail' }), medium, true],
    [grant({ kind: 'provider', target: 'slack' }), medium, false],
    [grant({ kind: 'tag', target: 'mail' }), medium, true],
    [grant({ kind: 'tag', target: 'chat' }), medium, false],
    [grant({ kind: 'type', target: 'MCP_TOOL' }), medium, true],
    [grant({ kind: 'type', target: 'SKILL' }), medium, false],
    [grant(), high, true],
    [grant({ kind: 'provider', target: 'gmail' }), high, false],
    [grant({ kind: 'tag', target: 'mail' }), high, false],
    [grant({ kind: 'type', target: 'MCP_TOOL' }), high, false],
    [grant(), critical, true],
    [grant({ kind: 'provider', target: 'gmail' }), critical, false],
    [grant({ kind: 'tag', target: 'mail' }), critical, false],
    [grant({ kind: 'type', target: 'MCP_TOOL' }), critical, false],
  ])('case %#', (given, on, expected) => {
    expect(covers(given, on)).toBe(expected);
  });
});

describe('what a new set opens', () => {
  const opened = (before: GrantFacts[], after: GrantFacts[]) =>
    newlyOpened(before, after, [capability()], NOW).map(({ id }) => id);
  const all = ['mail.send'];

  it.each<[string, GrantFacts[], GrantFacts[], string[]]>([
    ['a first grant', [], [grant()], all],
    ['the same again', [grant()], [grant()], []],
    ['nothing left', [grant()], [], []],
    ['invoke added', [grant({ invoke: false })], [grant()], all],
    ['invoke taken', [grant()], [grant({ invoke: false })], []],
    ['a scope added', [grant()], [grant({ scopes: ['send'] })], all],
    ['a scope taken', [grant({ scopes: ['send'] })], [grant()], []],
    ['an end put', [grant()], [grant({ until: LATER })], []],
    ['an end lifted', [grant({ until: LATER })], [grant()], all],
    ['one that had expired', [grant({ until: PAST })], [grant({ until: LATER })], all],
    ['by provider what was by name', [grant()], [grant({ kind: 'provider', target: 'gmail' })], []],
    ['by tag, which does not reach it', [], [grant({ kind: 'tag', target: 'mail' })], []],
    ['another capability', [], [grant({ target: 'mail.read' })], []],
  ])('%s', (_, before, after, expected) => {
    expect(opened(before, after)).toEqual(expected);
  });
});

describe('giving', () => {
  const facts = fc.record({
    kind: fc.constant('capability' as const),
    target: fc.constant('mail.send'),
    discover: fc.boolean(),
    invoke: fc.boolean(),
    scopes: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
    until: fc.constantFrom(null, NOW, LATER),
    major: fc.constant(null),
  });

  it('is a partial order, and equal both ways is the same grant', () => {
    fc.assert(
      fc.property(facts, facts, facts, (a, b, c) => {
        expect(gives(a, a)).toBe(true);
        if (gives(a, b) && gives(b, c)) expect(gives(a, c)).toBe(true);
        expect(isSameGrant(a, b)).toBe(gives(a, b) && gives(b, a));
      }),
    );
  });

  it('whoever gives as much opens nothing new', () => {
    fc.assert(
      fc.property(facts, facts, (a, b) => {
        const old = { ...a, until: a.until === NOW ? LATER : a.until };
        if (gives(old, b)) expect(newlyOpened([old], [b], [capability()], NOW)).toEqual([]);
      }),
    );
  });
});
