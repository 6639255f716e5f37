import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GateFacts } from '@/lib/core/lifecycle/gate-types';
import { checkGates, isBlocked } from '@/lib/core/lifecycle/gates';
import { buildStepper } from '@/lib/core/lifecycle/stepper';
import { TRANSITIONS } from '@/lib/core/lifecycle/transitions';

const NOW = new Date('2026-06-01T00:00:00Z');

function facts(over: Partial<GateFacts> = {}): GateFacts {
  return {
    status: 'REVIEW',
    ownerTeam: { name: 'Run', live: true, activeMembers: 1 },
    recertificationOverdue: false,
    lint: [],
    inputSchemaError: null,
    scopes: [],
    risk: 'LOW',
    approvalRequired: false,
    approvalWaiver: null,
    limits: { timeoutMs: 10_000, callsPerRun: 5, ratePerMinute: 60 },
    quarantine: null,
    decision: { decidedBy: 'u2', authors: ['u1'] },
    nobodyToDecide: false,
    readOnly: true,
    smoke: { declared: true, outcome: 'passed' },
    deprecation: null,
    now: NOW,
    ...over,
  };
}
const finding = { rule: 'too-short', message: 'It is short.', suggestion: 'Say more.' };

describe('gates to production', () => {
  it('lets through what has everything', () => {
    expect(checkGates(facts(), 'PRODUCTION')).toEqual([]);
  });

  const FAILING: [string, Partial<GateFacts>, string, string][] = [
    ['no owner', { ownerTeam: null }, 'owner', 'owner'],
    [
      'a team that is gone',
      { ownerTeam: { name: 'Run', live: false, activeMembers: 3 } },
      'owner',
      'owner',
    ],
    [
      'an empty team',
      { ownerTeam: { name: 'Run', live: true, activeMembers: 0 } },
      'owner',
      'owner',
    ],
    [
      'overdue recertification',
      { recertificationOverdue: true },
      'recertification',
      'recertified_at',
    ],
    ['a lint error', { lint: [{ ...finding, severity: 'error' }] }, 'description', 'description'],
    ['a bad schema', { inputSchemaError: 'enum is empty' }, 'input-schema', 'input_schema'],
    ['undeclared scopes', { scopes: null }, 'scopes', 'scopes'],
    ['no risk', { risk: null }, 'risk', 'risk'],
    ['HIGH without approval', { risk: 'HIGH' }, 'approval', 'approval_required'],
    ['CRITICAL without approval', { risk: 'CRITICAL' }, 'approval', 'approval_required'],
    [
      'HIGH with a blank waiver',
      { risk: 'HIGH', approvalWaiver: '  ' },
      'approval',
      'approval_required',
    ],
    [
      'no timeout',
      { limits: { timeoutMs: null, callsPerRun: 5, ratePerMinute: 60 } },
      'limits',
      'limits.timeout',
    ],
    [
      'a rate of nought',
      { limits: { timeoutMs: 1, callsPerRun: 5, ratePerMinute: 0 } },
      'limits',
      'limits.rate_per_minute',
    ],
    [
      'a quarantine',
      { quarantine: 'risk-flip: read-only -> destructive' },
      'quarantine',
      'quarantine',
    ],
    ['no decision', { decision: null }, 'decision', 'decision'],
    [
      "an author's own decision",
      { decision: { decidedBy: 'u1', authors: ['u2', 'u1'] } },
      'decision',
      'decision',
    ],
    [
      'a failed smoke call',
      { smoke: { declared: true, outcome: 'failed', detail: 'timeout' } },
      'smoke',
      'smoke',
    ],
    ['a smoke call not run', { smoke: { declared: true, outcome: 'not-run' } }, 'smoke', 'smoke'],
  ];
  it.each(FAILING)('stops %s', (_name, over, gate, field) => {
    const failures = checkGates(facts(over), 'PRODUCTION');
    expect(isBlocked(failures)).toBe(true);
    expect(failures.map((failure) => [failure.gate, failure.field])).toEqual([[gate, field]]);
    for (const failure of failures) {
      expect(failure.message.length).toBeGreaterThan(5);
      expect(failure.fix.length).toBeGreaterThan(5);
    }
  });

  const PASSING: [string, Partial<GateFacts>][] = [
    ['HIGH with approval', { risk: 'HIGH', approvalRequired: true }],
    ['HIGH with a waiver', { risk: 'HIGH', approvalWaiver: 'Read only, checked by Ann.' }],
    ['lint warnings', { lint: [{ ...finding, severity: 'warning' }] }],
    ['declared scopes', { scopes: ['run.read'] }],
    [
      'a risky writing one that nobody smoke-tests',
      {
        risk: 'HIGH',
        approvalRequired: true,
        readOnly: false,
        smoke: { declared: true, outcome: 'not-run' },
      },
    ],
  ];
  it.each(PASSING)('lets through %s', (_name, over) => {
    expect(checkGates(facts(over), 'PRODUCTION')).toEqual([]);
  });

  it.each([
    ['LOW', true],
    ['MEDIUM', true],
    ['HIGH', false],
    ['CRITICAL', false],
  ] as const)('advises a safe example on %s: %s', (risk, advised) => {
    const failures = checkGates(
      facts({ risk, approvalRequired: true, smoke: { declared: false, outcome: 'not-run' } }),
      'PRODUCTION',
    );
    expect(failures.map((failure) => failure.severity)).toEqual(advised ? ['warning'] : []);
    expect(isBlocked(failures)).toBe(false);
  });
});

describe('the other gates', () => {
  const announcedAt = new Date('2026-05-01T00:00:00Z');
  const ends = (iso: string) => ({
    announcedAt,
    disableAt: new Date(iso),
    replacementProblem: null,
  });

  it.each<[string, Partial<GateFacts>, string[]]>([
    ['without a plan', {}, ['deprecation']],
    ['with a plan', { deprecation: ends('2026-09-01T00:00:00Z') }, []],
    [
      'ending before it begins',
      { deprecation: ends('2026-04-01T00:00:00Z') },
      ['deprecation.disable_at'],
    ],
    [
      'with a replacement that leads back',
      { deprecation: { ...ends('2026-09-01T00:00:00Z'), replacementProblem: 'It leads back.' } },
      ['deprecation.replacement'],
    ],
  ])('deprecate %s', (_name, over, fields) => {
    const failures = checkGates(facts({ status: 'PRODUCTION', ...over }), 'DEPRECATED');
    expect(failures.map((failure) => failure.field)).toEqual(fields);
  });

  it.each([
    ['2026-06-02T00:00:00Z', true],
    ['2026-06-01T00:00:00Z', false],
    ['2026-05-31T00:00:00Z', false],
  ])('disable for good with an end at %s: blocked %s', (iso, blocked) => {
    const failures = checkGates(
      facts({ status: 'DEPRECATED', deprecation: ends(iso) }),
      'DISABLED',
    );
    expect(isBlocked(failures)).toBe(blocked);
  });

  it('an orphan does not return to production', () => {
    const orphan = facts({ status: 'DEPRECATED', ownerTeam: null });
    expect(isBlocked(checkGates(orphan, 'PRODUCTION'))).toBe(true);
    expect(isBlocked(checkGates({ ...orphan, status: 'DRAFT' }, 'REVIEW'))).toBe(false);
  });

  it('a move that is not in the table is an error of the caller', () => {
    expect(() => checkGates(facts({ status: 'DRAFT' }), 'PRODUCTION')).toThrow(RangeError);
  });
});

describe('properties', () => {
  const arbitrary: fc.Arbitrary<Partial<GateFacts>> = fc.record({
    risk: fc.constantFrom(null, 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'),
    approvalRequired: fc.boolean(),
    approvalWaiver: fc.constantFrom(null, '', 'because'),
    scopes: fc.constantFrom(null, [], ['a']),
    ownerTeam: fc.constantFrom(null, { name: 'T', live: true, activeMembers: 1 }),
    decision: fc.constantFrom(
      null,
      { decidedBy: 'a', authors: ['a'] },
      { decidedBy: 'b', authors: ['a'] },
    ),
    readOnly: fc.boolean(),
  });

  it('nothing reaches production ownerless, unscoped, undecided or risky without a word', () => {
    fc.assert(
      fc.property(arbitrary, (over) => {
        const given = facts(over);
        if (isBlocked(checkGates(given, 'PRODUCTION'))) return true;
        const risky = given.risk === 'HIGH' || given.risk === 'CRITICAL';
        return (
          given.ownerTeam !== null &&
          given.scopes !== null &&
          given.risk !== null &&
          given.decision?.decidedBy === 'b' &&
          (!risky || given.approvalRequired || given.approvalWaiver === 'because')
        );
      }),
    );
  });
});

describe('buildStepper', () => {
  const anyone = () => ({ allowed: true }) as const;
  const noone = () => ({ allowed: false, reasons: ['You may not.'] }) as const;

  it.each([
    ['DRAFT', 'REVIEW'],
    ['REVIEW', 'PRODUCTION'],
    ['PRODUCTION', 'DEPRECATED'],
    ['DEPRECATED', 'DISABLED'],
    ['DISABLED', undefined],
  ] as const)('from %s the next step is %s', (status, to) => {
    const stepper = buildStepper(facts({ status }), anyone);
    expect(stepper.steps.find((step) => step.state === 'current')?.status).toBe(status);
    expect(stepper.next?.transition.to).toBe(to);
    if (to) expect(TRANSITIONS).toContainEqual(expect.objectContaining({ from: status, to }));
  });

  it('in review, does not ask for the decision that is the step itself', () => {
    const ready = buildStepper(facts({ decision: null }), anyone);
    expect(ready.next).toMatchObject({ ready: true, needs: [] });
  });

  it('says what is needed, and who', () => {
    const stepper = buildStepper(facts({ decision: null, scopes: null }), noone);
    expect(stepper.next).toMatchObject({
      ready: false,
      needs: ['List the scopes, or say that it needs none.', 'You may not.'],
    });
  });

  it('on a draft, shows ahead what production will ask', () => {
    const stepper = buildStepper(facts({ status: 'DRAFT', scopes: null, decision: null }), anyone);
    expect(stepper.next?.ready).toBe(true);
    expect(stepper.later.map((failure) => failure.gate)).toEqual(['scopes']);
  });
});

describe('what the decision gate advises', () => {
  const fixOf = (nobodyToDecide: boolean) =>
    checkGates(facts({ status: 'REVIEW', decision: null, nobodyToDecide }), 'PRODUCTION').find(
      ({ gate }) => gate === 'decision',
    )?.fix;

  it('is to invite somebody only where nobody could decide', () => {
    expect(fixOf(true)).toContain('invite');
    expect(fixOf(false)).not.toContain('invite');
  });
});
