import { describe, expect, it } from 'vitest';
import {
  checkDismissal,
  findTransition,
  type LifecycleAct,
  type MayDo,
  possibleTransitions,
  TRANSITIONS,
} from '@/lib/core/lifecycle/transitions';
import { ACTS } from '@/lib/core/policy/table';
import { STATUSES } from '@/lib/core/shared/domain';

const everything: MayDo = () => ({ allowed: true });
const only =
  (...acts: LifecycleAct[]): MayDo =>
  (act) =>
    acts.includes(act) ? { allowed: true } : { allowed: false, reasons: [`not ${act}`] };

describe('the transition table', () => {
  const DEFINED = [
    'DRAFT>REVIEW',
    'REVIEW>PRODUCTION',
    'REVIEW>DRAFT',
    'PRODUCTION>DEPRECATED',
    'DEPRECATED>PRODUCTION',
    'DEPRECATED>DISABLED',
  ];
  for (const from of STATUSES) {
    it.each(STATUSES)(`from ${from} to %s`, (to) => {
      expect(findTransition(from, to) !== null).toBe(DEFINED.includes(`${from}>${to}`));
    });
  }

  it('names acts that the permission table knows', () => {
    for (const act of [...TRANSITIONS.flatMap((move) => move.acts), 'capability.dismiss']) {
      expect(ACTS).toContain(act);
    }
  });

  it('has a decision exactly where production begins or its end is announced, and a label each', () => {
    const decided = TRANSITIONS.filter((move) => move.needsDecision);
    expect(decided.map((move) => `${move.from}>${move.to}`)).toEqual([
      'REVIEW>PRODUCTION',
      'PRODUCTION>DEPRECATED',
      'DEPRECATED>PRODUCTION',
    ]);
    const labels = TRANSITIONS.map((move) => move.label);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('ends at DISABLED', () => {
    expect(possibleTransitions('DISABLED', everything)).toEqual([]);
  });
});

describe('possibleTransitions', () => {
  it.each([
    ['REVIEW', only('change-request.decide'), ['Approve', 'Send back']],
    ['REVIEW', only('capability.withdraw'), ['Send back']],
    ['REVIEW', only('capability.submit'), []],
    ['DRAFT', only('capability.submit'), ['Submit for review']],
    ['PRODUCTION', only('capability.deprecate'), ['Deprecate']],
    ['DEPRECATED', only('capability.deprecate'), ['Withdraw deprecation']],
    ['DEPRECATED', only('capability.retire'), ['Disable for good']],
  ] as const)('%s', (status, may, labels) => {
    const moves = possibleTransitions(status, may);
    expect(moves.filter((move) => move.allowed).map((move) => move.label)).toEqual(labels);
    for (const move of moves.filter((m) => !m.allowed)) {
      expect(move.reasons.length).toBeGreaterThan(0);
    }
  });

  it('gives every reason when nothing would do', () => {
    const back = possibleTransitions('REVIEW', only()).find((move) => move.to === 'DRAFT');
    expect(back?.reasons).toEqual(['not change-request.decide', 'not capability.withdraw']);
  });
});

describe('checkDismissal', () => {
  it.each(STATUSES)('%s', (status) => {
    expect(checkDismissal(status, everything).allowed).toBe(status === 'DRAFT');
    expect(checkDismissal(status, only()).allowed).toBe(false);
    expect(checkDismissal(status, only()).reasons.length).toBeGreaterThan(0);
  });
});
