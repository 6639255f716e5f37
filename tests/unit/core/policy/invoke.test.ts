import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canInvoke } from '@/lib/core/policy/invoke';
import { decisionHashInput, type InvokeFacts } from '@/lib/core/policy/invoke-facts';
import { parseVersion } from '@/lib/core/policy/versions';

const NOW = new Date('2026-06-01T00:00:00Z');
const PAST = new Date('2026-05-31T00:00:00Z');
const FUTURE = new Date('2026-07-01T00:00:00Z');
const GRANT = { discover: true, invoke: true, scopes: ['run.read'], byName: false };

type Over = {
  agent?: Partial<InvokeFacts['agent']>;
  capability?: Partial<InvokeFacts['capability']>;
} & Partial<Omit<InvokeFacts, 'agent' | 'capability'>>;

function facts(over: Over = {}): InvokeFacts {
  const { agent, capability, ...rest } = over;
  return {
    now: NOW,
    agent: { tenantId: 'acme', agentId: 'bot', active: true, roles: ['ops'], major: 1, ...agent },
    capability: {
      tenantId: 'acme',
      capabilityId: 'run.service.list',
      status: 'PRODUCTION',
      risk: 'LOW',
      approvalRequired: false,
      approvalWaived: false,
      requiredRoles: ['ops'],
      requiredScopes: ['run.read'],
      callsPerRun: 5,
      quarantineReason: null,
      deprecation: null,
      currentMajor: 1,
      majors: [{ major: 1, minor: 3, state: 'live', deprecation: null }],
      ...capability,
    },
    grants: [GRANT],
    providerAllowed: true,
    incidents: [],
    ...rest,
  };
}

const incident = {
  incidentId: 'i1',
  kind: 'capability',
  tenantId: 'acme',
  id: 'run.service.list',
  reason: 'it deletes the wrong thing',
} as const;
const next = { capabilityId: 'run.service.enumerate', visible: true };

describe('canInvoke', () => {
  it('allows with the defaults of the definition', () => {
    expect(canInvoke(facts())).toEqual({
      allowed: true,
      approval_required: false,
      required_scopes: ['run.read'],
      credential_ttl: 'PT5M',
      maximum_calls: 5,
      reasons: [],
      withheld: [],
      warnings: [],
      version: { major: 1, minor: 3 },
    });
  });

  const INVISIBLE: [string, Over][] = [
    ['another tenant', { capability: { tenantId: 'umbrella' } }],
    ['a draft', { capability: { status: 'DRAFT' } }],
    ['one in review', { capability: { status: 'REVIEW' } }],
    ['no grant', { grants: [] }],
    ['a grant to invoke but not to discover', { grants: [{ ...GRANT, discover: false }] }],
    ['a missing role', { agent: { roles: [] } }],
    ['a provider outside the allow-list', { providerAllowed: false }],
    ['CRITICAL not named', { capability: { risk: 'CRITICAL' } }],
    ['HIGH not named', { capability: { risk: 'HIGH' } }],
    ['an incident on what it may not see', { grants: [], incidents: [incident] }],
    [
      'quarantine on what it may not see',
      { grants: [], capability: { quarantineReason: 'risk-flip' } },
    ],
    ['a wrong version of what it may not see', { grants: [], requestedVersion: '9' }],
  ];
  it.each(INVISIBLE)('%s does not exist for the agent', (_name, over) => {
    const decision = canInvoke(facts(over));
    expect(decision.code).toBe('NOT_FOUND');
    // One text for every cause: the agent learns nothing of why.
    expect(decision.reasons).toEqual(['No capability "run.service.list" here.']);
    expect(decision.withheld.length).toBeGreaterThan(0);
    expect(decision.version).toBeNull();
  });

  const REFUSED: [string, Over, string, RegExp][] = [
    ['an incident', { incidents: [incident] }, 'DISABLED', /it deletes the wrong thing/],
    [
      'quarantine',
      { capability: { quarantineReason: 'instruction drift' } },
      'QUARANTINED',
      /instruction drift/,
    ],
    ['an agent switched off', { agent: { active: false } }, 'DENIED', /switched off/],
    ['discover only', { grants: [{ ...GRANT, invoke: false }] }, 'DENIED', /none lets it call/],
    ['a scope short', { grants: [{ ...GRANT, scopes: [] }] }, 'DENIED', /scope run\.read/],
    [
      'a scope that only a discover grant holds',
      {
        grants: [
          { ...GRANT, scopes: [] },
          { ...GRANT, invoke: false },
        ],
      },
      'DENIED',
      /scope run\.read/,
    ],
    ...(['HIGH', 'CRITICAL'] as const).map((risk): [string, Over, string, RegExp] => [
      `${risk}, call granted by tag only`,
      {
        capability: { risk },
        grants: [GRANT, { ...GRANT, invoke: false, byName: true }],
      },
      'DENIED',
      new RegExp(`none lets it call it: what is ${risk} takes a grant that names it`),
    ]),
    ['another major', { requestedVersion: '2' }, 'CONFLICT', /Version 2 .* major 1/],
    ['a minor not there yet', { requestedVersion: '1.4' }, 'CONFLICT', /1\.4.*1\.3/],
    ['no version at all', { requestedVersion: 'latest' }, 'CONFLICT', /"latest" is no version/],
    [
      'after disable_at',
      {
        capability: {
          status: 'DEPRECATED',
          deprecation: { disableAt: PAST, replacement: next },
        },
      },
      'DENIED',
      /Use "run\.service\.enumerate" instead/,
    ],
    [
      'exactly at disable_at',
      { capability: { status: 'DEPRECATED', deprecation: { disableAt: NOW, replacement: null } } },
      'DENIED',
      /has ended/,
    ],
    [
      'when the job has moved the status',
      { capability: { status: 'DISABLED', deprecation: { disableAt: PAST, replacement: next } } },
      'DENIED',
      /Use "run\.service\.enumerate" instead/,
    ],
    [
      'a major after its end',
      {
        capability: {
          majors: [
            {
              major: 1,
              minor: 3,
              state: 'sunset',
              deprecation: { disableAt: PAST, replacement: { ...next, major: 2 } },
            },
          ],
        },
      },
      'DENIED',
      /Major 1 .* major 2 instead/,
    ],
  ];
  it.each(REFUSED)('refuses %s', (_name, over, code, reason) => {
    const decision = canInvoke(facts(over));
    expect(decision.allowed).toBe(false);
    expect(decision.code).toBe(code);
    expect(decision.reasons.join(' ')).toMatch(reason);
  });

  it('does not name a replacement the agent may not discover', () => {
    const hidden = { disableAt: PAST, replacement: { ...next, visible: false } };
    const ended = canInvoke(facts({ capability: { status: 'DEPRECATED', deprecation: hidden } }));
    const early = { ...hidden, disableAt: FUTURE };
    const warned = canInvoke(facts({ capability: { status: 'DEPRECATED', deprecation: early } }));
    expect(JSON.stringify([ended, warned])).not.toContain('enumerate');
    expect(warned.allowed).toBe(true);
  });

  it('warns while deprecated, naming the end and the replacement', () => {
    const deprecation = { disableAt: FUTURE, replacement: next };
    const decision = canInvoke(facts({ capability: { status: 'DEPRECATED', deprecation } }));
    expect(decision.allowed).toBe(true);
    expect(decision.warnings).toEqual([
      '"run.service.list" is deprecated and ends at 2026-07-01T00:00:00.000Z. Use "run.service.enumerate" instead.',
    ]);
  });

  const ALLOWED: [string, Over][] = [
    ['a shared capability', { capability: { tenantId: 'shared' } }],
    [
      'CRITICAL granted by name',
      { capability: { risk: 'CRITICAL' }, grants: [{ ...GRANT, byName: true }] },
    ],
    [
      'scopes held by two grants together',
      {
        capability: { requiredScopes: ['a', 'b'] },
        grants: [
          { ...GRANT, scopes: ['a'] },
          { ...GRANT, scopes: ['b'] },
        ],
      },
    ],
    ['its own major', { requestedVersion: '1' }],
    ['an older minor, which the newer one serves', { requestedVersion: '1.0' }],
    ['a first use, asking nothing', { agent: { major: null } }],
  ];
  it.each(ALLOWED)('allows %s', (_name, over) => {
    expect(canInvoke(facts(over))).toMatchObject({ allowed: true });
  });

  it('keeps an agent on its major, and lets a first use choose', () => {
    const majors: InvokeFacts['capability']['majors'] = [
      { major: 1, minor: 3, state: 'sunset', deprecation: null },
      { major: 2, minor: 0, state: 'live', deprecation: null },
    ];
    const capability = { majors, currentMajor: 2 };
    const major = (over: Over) => canInvoke(facts({ capability, ...over })).version?.major;
    expect(major({})).toBe(1);
    expect(major({ agent: { major: null } })).toBe(2);
    expect(major({ agent: { major: null }, requestedVersion: '1' })).toBe(1);
    expect(canInvoke(facts({ capability, requestedVersion: '2' })).code).toBe('CONFLICT');
    const retired = majors.map((m) => (m.major === 1 ? { ...m, state: 'retired' as const } : m));
    const moved = facts({ capability: { majors: retired, currentMajor: 2 } });
    expect(canInvoke(moved).version?.major).toBe(2);
  });

  it.each([
    ['LOW', false, false, false],
    ['LOW', true, false, true],
    ['MEDIUM', false, false, false],
    ['HIGH', false, false, true],
    ['HIGH', false, true, false],
    ['CRITICAL', false, false, true],
    ['CRITICAL', false, true, false],
    ['HIGH', true, true, true],
  ] as const)('%s, asks approval %s, waived %s: %s', (risk, asks, waived, expected) => {
    const decision = canInvoke(
      facts({
        capability: { risk, approvalRequired: asks, approvalWaived: waived },
        grants: [{ ...GRANT, byName: true }],
      }),
    );
    expect(decision.allowed).toBe(true);
    expect(decision.approval_required).toBe(expected);
    expect(decision.reasons.length > 0).toBe(expected);
  });
});

describe('properties', () => {
  const grant = fc.record({
    discover: fc.boolean(),
    invoke: fc.boolean(),
    scopes: fc.subarray(['a', 'b', 'c']),
    byName: fc.boolean(),
  });
  const world = fc.record({
    grants: fc.array(grant, { maxLength: 4 }),
    scopes: fc.subarray(['a', 'b', 'c']),
    risk: fc.constantFrom('LOW', 'MEDIUM', 'HIGH', 'CRITICAL'),
    status: fc.constantFrom('DRAFT', 'REVIEW', 'PRODUCTION', 'DEPRECATED', 'DISABLED'),
    stopped: fc.boolean(),
  });

  it('what is allowed is live, discoverable, granted, in scope and not stopped', () => {
    fc.assert(
      fc.property(world, ({ grants, scopes, risk, status, stopped }) => {
        const decision = canInvoke(
          facts({
            grants,
            incidents: stopped ? [incident] : [],
            capability: { requiredScopes: scopes, risk, status },
          }),
        );
        if (!decision.allowed) return decision.reasons.length > 0 && decision.code !== undefined;
        const tame = risk === 'LOW' || risk === 'MEDIUM';
        const named = grants.filter((g) => tame || g.byName);
        const held = named.filter((g) => g.invoke).flatMap((g) => g.scopes);
        return (
          !stopped &&
          (status === 'PRODUCTION' || status === 'DEPRECATED') &&
          named.some((g) => g.discover) &&
          named.some((g) => g.invoke) &&
          scopes.every((scope) => held.includes(scope)) &&
          decision.approval_required === (risk === 'HIGH' || risk === 'CRITICAL')
        );
      }),
    );
  });

  it('another grant never takes a permission away', () => {
    fc.assert(
      fc.property(world, grant, ({ grants, scopes, risk }, more) => {
        const capability = { requiredScopes: scopes, risk };
        const before = canInvoke(facts({ grants, capability }));
        const after = canInvoke(facts({ grants: [...grants, more], capability }));
        return !before.allowed || after.allowed;
      }),
    );
  });
});

describe('decisionHashInput', () => {
  const version = { major: 1, minor: 3 };
  const base = decisionHashInput(facts(), version);

  it('does not depend on order', () => {
    const two = [GRANT, { ...GRANT, byName: true, scopes: ['b', 'a'] }];
    const turned = [{ ...GRANT, byName: true, scopes: ['a', 'b'] }, GRANT];
    expect(decisionHashInput(facts({ grants: two }), version)).toBe(
      decisionHashInput(facts({ grants: turned }), version),
    );
  });

  it.each<[string, Over]>([
    ['the clock', { now: FUTURE }],
    ['an incident', { incidents: [incident] }],
    ['quarantine', { capability: { quarantineReason: 'x' } }],
  ])('leaves out %s', (_name, over) => {
    expect(decisionHashInput(facts(over), version)).toBe(base);
  });

  it.each<[string, Over]>([
    ['the risk', { capability: { risk: 'HIGH' } }],
    ['a waiver', { capability: { approvalWaived: true } }],
    ['the scopes', { capability: { requiredScopes: [] } }],
    ['the roles', { agent: { roles: [] } }],
    ['the grants', { grants: [] }],
    ['the agent', { agent: { agentId: 'other' } }],
  ])('changes with %s', (_name, over) => {
    expect(decisionHashInput(facts(over), version)).not.toBe(base);
  });

  it('changes with the version', () => {
    expect(decisionHashInput(facts(), { major: 1, minor: 4 })).not.toBe(base);
  });
});

describe('parseVersion', () => {
  it.each([
    ['2', { major: 2, minor: null }],
    ['2.3', { major: 2, minor: 3 }],
    ['', null],
    ['v2', null],
    ['2.3.4', null],
    ['02', null],
    ['2.', null],
    ['-1', null],
  ])('%j', (text, parsed) => {
    expect(parseVersion(text)).toEqual(parsed);
  });
});
