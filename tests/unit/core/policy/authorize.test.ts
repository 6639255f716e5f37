import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authorize, isAllowed, recordScope } from '@/lib/core/policy/authorize';
import { withoutInvitation } from '@/lib/core/policy/invitation';
import { ACTS, type Act, type Party, PERMISSIONS, type Rule } from '@/lib/core/policy/table';
import type { Actor, AgentActor, SystemActor, UserActor } from '@/lib/core/shared/actor';
import type { Role } from '@/lib/core/shared/domain';

const T = 'acme';

function user(over: Partial<UserActor> = {}): UserActor {
  return {
    kind: 'user',
    userId: 'u1',
    email: 'u1@example.com',
    name: 'U One',
    active: true,
    rolesByTenant: {},
    teams: [],
    via: 'session',
    ...over,
  };
}
const withRole = (...roles: Role[]) => user({ rolesByTenant: { [T]: roles } });
const inTeam = (teamId: string, tenantId = T) => user({ teams: [{ tenantId, teamId }] });
const agent: AgentActor = {
  kind: 'agent',
  agentId: 'bot',
  tenantId: T,
  keyId: 'k1',
  ownerTeamId: 'team-a',
};
const system: SystemActor = { kind: 'system', name: 'sync' };

/** One target that carries every fact, so that a table test can ask any act. */
const TARGET = {
  tenantId: T,
  ownerTeamId: 'owners',
  discoverable: true,
  authors: ['someone-else'],
  agentId: 'bot',
  agent: { tenantId: T, ownerTeamId: 'team-a' },
  pressedBy: 'someone-else',
  offeredBy: 'someone-else',
  covers: [],
  userId: 'u1',
  memberOf: [],
};

const ACTORS: Record<string, { actor: Actor; is: Party[] }> = {
  admin: { actor: withRole('admin'), is: ['admin', 'tenant-member', 'self'] },
  reviewer: { actor: withRole('reviewer'), is: ['reviewer', 'tenant-member', 'self'] },
  auditor: { actor: withRole('auditor'), is: ['auditor', 'tenant-member', 'self'] },
  member: { actor: withRole('member'), is: ['tenant-member', 'self'] },
  owner: { actor: inTeam('owners'), is: ['owner', 'tenant-member', 'self'] },
  'another team': { actor: inTeam('others'), is: ['tenant-member', 'self'] },
  'same team id elsewhere': { actor: inTeam('owners', 'umbrella'), is: ['self'] },
  'admin elsewhere': { actor: user({ rolesByTenant: { umbrella: ['admin'] } }), is: ['self'] },
  'admin of shared': { actor: user({ rolesByTenant: { shared: ['admin'] } }), is: ['self'] },
  nobody: { actor: user(), is: ['self'] },
  agent: { actor: agent, is: ['agent'] },
  system: { actor: system, is: ['system'] },
};

describe('authorize', () => {
  for (const [name, { actor, is }] of Object.entries(ACTORS)) {
    it.each(ACTS)(`answers for ${name}: %s`, (act) => {
      const rule: Rule = PERMISSIONS[act];
      const answer = authorize(actor, act, TARGET);
      expect(answer.allowed).toBe(rule.who.some((party) => is.includes(party)));
      if (!answer.allowed) {
        expect(answer.reasons.length).toBeGreaterThan(0);
        for (const reason of answer.reasons) expect(reason).toMatch(/^[A-Z"].*\.$/);
      }
    });
  }

  it.each(ACTS)('refuses the deactivated: %s', (act) => {
    const roles: Role[] = ['admin', 'reviewer', 'auditor', 'member'];
    const actor = user({
      active: false,
      rolesByTenant: { [T]: roles, shared: roles },
      teams: [{ tenantId: T, teamId: 'owners' }],
    });
    expect(authorize(actor, act, TARGET)).toEqual({
      allowed: false,
      reasons: ['This account is deactivated.'],
    });
  });

  // The definition's own table, act by act.
  const DEFINED: [Act, string[]][] = [
    ['capability.register', ['admin', 'owner', 'system']],
    ['capability.edit', ['admin', 'owner', 'system']],
    ['capability.submit', ['admin', 'owner']],
    ['capability.publish', ['admin', 'owner']],
    ['capability.deprecate', ['admin', 'owner']],
    ['change-request.decide', ['admin', 'reviewer']],
    ['call.approve', ['reviewer', 'owner']],
    ['incident.open', ['admin', 'reviewer', 'owner']],
    ['incident.restore', ['admin', 'reviewer']],
    ['agent.grants', ['owner']],
    ['agent.keys', ['owner']],
    ['ledger.read', ['admin', 'auditor', 'owner']],
    ['audit.read', ['admin', 'auditor', 'owner']],
  ];
  it.each(DEFINED)('%s is for exactly %j', (act, expected) => {
    const allowed = Object.keys(ACTORS).filter((name) => {
      const entry = ACTORS[name];
      return entry !== undefined && isAllowed(entry.actor, act, TARGET);
    });
    expect(allowed.sort()).toEqual([...expected].sort());
  });

  it('gives nobody anything where the object has no owner', () => {
    const target = { tenantId: T, ownerTeamId: null };
    expect(isAllowed(inTeam('owners'), 'capability.edit', target)).toBe(false);
    expect(isAllowed(withRole('admin'), 'capability.edit', target)).toBe(true);
  });

  it('says what it takes', () => {
    expect(
      authorize(withRole('member'), 'capability.edit', { tenantId: T, ownerTeamId: 'owners' }),
    ).toEqual({
      allowed: false,
      reasons: [
        'You may not edit this capability. It takes membership of the owning team "owners" or the role admin in "acme".',
      ],
    });
  });

  it('is not fooled by names every object inherits', () => {
    const target = { tenantId: 'constructor', ownerTeamId: null };
    expect(isAllowed(user(), 'catalog.read', target)).toBe(false);
    expect(isAllowed(user(), 'capability.edit', { ...target, tenantId: '__proto__' })).toBe(false);
  });
});

describe('four eyes', () => {
  const decide = (actor: Actor, authors: string[]) =>
    authorize(actor, 'change-request.decide', { tenantId: T, authors });

  it.each([
    ['the only author', ['u1'], false],
    ['one of several authors', ['u2', 'u1'], false],
    ['somebody else', ['u2'], true],
    ['no author known', [], true],
  ])('a change by %s', (_name, authors, allowed) => {
    expect(decide(withRole('reviewer'), authors).allowed).toBe(allowed);
    expect(decide(withRole('admin'), authors).allowed).toBe(allowed);
  });

  it('sees the author behind a token and behind an agent', () => {
    expect(decide({ ...withRole('admin'), via: 'token' }, ['u1']).allowed).toBe(false);
    const actor = { ...withRole('reviewer'), teams: [{ tenantId: T, teamId: 'team-a' }] };
    const target = {
      tenantId: T,
      authors: [],
      authorAgents: [{ tenantId: T, ownerTeamId: 'team-a' }],
    };
    expect(authorize(actor, 'change-request.decide', target).allowed).toBe(false);
    expect(authorize(withRole('reviewer'), 'change-request.decide', target).allowed).toBe(true);
  });

  it('a call is not approved by an owner of the calling agent, reviewer or not', () => {
    const target = {
      tenantId: T,
      ownerTeamId: 'owners',
      agent: { tenantId: T, ownerTeamId: 'team-a' },
    };
    const both = { ...withRole('reviewer'), teams: [{ tenantId: T, teamId: 'team-a' }] };
    expect(authorize(both, 'call.approve', target).allowed).toBe(false);
    const elsewhere = { ...both, teams: [{ tenantId: 'umbrella', teamId: 'team-a' }] };
    expect(authorize(elsewhere, 'call.approve', target).allowed).toBe(true);
    expect(authorize(withRole('admin'), 'call.approve', target).allowed).toBe(false);
  });

  it('a call is not approved by who stood behind it when it was asked for', () => {
    const target = {
      tenantId: T,
      ownerTeamId: 'owners',
      agent: { tenantId: T, ownerTeamId: 'team-a' },
      subject: 'bot',
      behind: ['u1'],
    };
    const gone = authorize(withRole('reviewer'), 'call.approve', target);
    expect(gone.allowed ? '' : gone.reasons.join()).toContain('stood behind this call');
    expect(isAllowed(withRole('reviewer'), 'call.approve', { ...target, behind: ['u2'] })).toBe(
      true,
    );
    // Who owns the agent still is told that, once.
    const owner = { ...withRole('reviewer'), teams: [{ tenantId: T, teamId: 'team-a' }] };
    const still = authorize(owner, 'call.approve', target);
    expect(still).toMatchObject({ reasons: [expect.stringContaining('You own the agent')] });
  });

  it('who pressed does not restore', () => {
    const restore = (pressedBy: string | null) =>
      authorize(withRole('admin'), 'incident.restore', { tenantId: T, pressedBy });
    expect(restore('u1').allowed).toBe(false);
    expect(restore('u2').allowed).toBe(true);
    expect(restore(null).allowed).toBe(true);
  });

  it('tells an install of one person to invite a second', () => {
    const refusals = [
      decide(withRole('admin'), ['u1']),
      authorize(withRole('admin'), 'incident.restore', { tenantId: T, pressedBy: 'u1' }),
      authorize(
        { ...withRole('reviewer'), teams: [{ tenantId: T, teamId: 'x' }] },
        'call.approve',
        {
          tenantId: T,
          ownerTeamId: 'owners',
          agent: { tenantId: T, ownerTeamId: 'x' },
        },
      ),
    ];
    for (const refusal of refusals) {
      const reasons = refusal.allowed ? [] : refusal.reasons;
      expect(reasons.join()).toContain('invite a second person');
      const short = withoutInvitation(reasons).join();
      expect(short).toMatch(/somebody else (decides|approves|restores) it\.$/);
    }
  });

  it('holds whatever else the person is', () => {
    const roles = fc.uniqueArray(fc.constantFrom<Role>('admin', 'reviewer', 'auditor', 'member'));
    fc.assert(
      fc.property(roles, roles, fc.constantFrom('session', 'token'), (here, shared, via) => {
        const actor = user({ rolesByTenant: { [T]: here, shared }, via });
        return (
          !decide(actor, ['u1']).allowed &&
          !isAllowed(actor, 'incident.restore', { tenantId: T, pressedBy: 'u1' })
        );
      }),
    );
  });
});

describe('grants on risky capabilities', () => {
  const covered = {
    tenantId: 'shared',
    ownerTeamId: 'run',
    capabilityId: 'cloudrun.service.delete',
  };
  const ask = (actor: Actor, over: object) =>
    authorize(actor, 'agent.grants', {
      tenantId: T,
      ownerTeamId: 'owners',
      covers: [{ ...covered, risk: 'HIGH', ...over }],
    });
  const both = user({
    teams: [
      { tenantId: T, teamId: 'owners' },
      { tenantId: 'shared', teamId: 'run' },
    ],
  });

  it.each([
    ['HIGH without its owner', inTeam('owners'), {}, false],
    ['CRITICAL without its owner', inTeam('owners'), { risk: 'CRITICAL' }, false],
    ['MEDIUM', inTeam('owners'), { risk: 'MEDIUM' }, true],
    ['HIGH, owner said yes', inTeam('owners'), { ownerConsented: true }, true],
    ['HIGH by an owner of both', both, {}, true],
    ['HIGH by the capability owner alone', inTeam('run', 'shared'), {}, false],
    ['HIGH that nobody owns', both, { ownerTeamId: null }, false],
    ['an admin who owns neither', withRole('admin'), { risk: 'LOW' }, false],
  ])('%s', (_name, actor, over, allowed) => {
    expect(ask(actor, over).allowed).toBe(allowed);
  });
});

describe('the catalog', () => {
  it.each([
    ['a person of the tenant', withRole('member'), { tenantId: T }, true],
    ['a person of another tenant', withRole('member'), { tenantId: 'umbrella' }, false],
    ['shared, by a person of any tenant', withRole('member'), { tenantId: 'shared' }, true],
    ['shared, by a person of none', user(), { tenantId: 'shared' }, false],
    ['an agent, nothing said', agent, { tenantId: T }, false],
    ['an agent that may discover it', agent, { tenantId: T, discoverable: true }, true],
    ['an agent, shared entry', agent, { tenantId: 'shared', discoverable: true }, true],
    ['an agent, foreign entry', agent, { tenantId: 'umbrella', discoverable: true }, false],
  ])('read by %s', (_name, actor, target, allowed) => {
    expect(isAllowed(actor, 'catalog.read', target)).toBe(allowed);
  });
});

describe('agents', () => {
  it.each([
    ['itself', { tenantId: T, ownerTeamId: 'team-a', agentId: 'bot' }, true],
    ['another', { tenantId: T, ownerTeamId: 'team-a', agentId: 'other' }, false],
    ['its namesake', { tenantId: 'umbrella', ownerTeamId: 'team-a', agentId: 'bot' }, false],
  ])('an agent acts as %s', (_name, target, allowed) => {
    expect(isAllowed(agent, 'agent.invoke', target)).toBe(allowed);
    expect(isAllowed(agent, 'agent.discover', target)).toBe(allowed);
  });
});

describe('accounts and tokens', () => {
  const admin = withRole('admin');
  const account = (memberOf: string[]) => ({ tenantId: T, userId: 'u2', memberOf });

  it('nobody makes a token that speaks for somebody else', () => {
    expect(isAllowed(admin, 'token.create', { tenantId: T, userId: 'u2' })).toBe(false);
    expect(isAllowed(admin, 'token.revoke', { tenantId: T, userId: 'u2' })).toBe(true);
    expect(isAllowed(user(), 'token.create', { tenantId: T, userId: 'u1' })).toBe(true);
  });

  it('an admin manages people of tenants it is admin of', () => {
    expect(isAllowed(admin, 'user.manage', account([T]))).toBe(true);
    expect(isAllowed(admin, 'user.manage', account([]))).toBe(true);
    expect(isAllowed(admin, 'user.manage', account([T, 'umbrella']))).toBe(false);
    // A tenant is named only to who is in it.
    const textOf = (verdict: ReturnType<typeof authorize>) =>
      verdict.allowed ? '' : verdict.reasons.join(' ');
    const stranger = textOf(authorize(admin, 'user.manage', account([T, 'umbrella'])));
    expect(stranger).toContain('roles in other tenants');
    expect(stranger).not.toContain('umbrella');
    const inBoth = user({ rolesByTenant: { [T]: ['admin'], umbrella: ['member'] } });
    const known = authorize(inBoth, 'user.manage', account([T, 'umbrella']));
    expect(textOf(known)).toContain('roles in "umbrella"');
    const everywhere = user({ rolesByTenant: { [T]: ['admin'], shared: ['admin'] } });
    expect(isAllowed(everywhere, 'user.manage', account([T, 'umbrella']))).toBe(true);
  });
});

describe('recordScope', () => {
  it.each([
    ['admin', withRole('admin'), { all: true }],
    ['auditor', withRole('auditor'), { all: true }],
    ['owner', inTeam('b'), { all: false, teamIds: ['b'] }],
    ['member', withRole('member'), { all: false, teamIds: [] }],
    ['inactive owner', { ...inTeam('b'), active: false }, { all: false, teamIds: [] }],
    ['agent', agent, { all: false, teamIds: [] }],
  ])('%s', (_name, actor, scope) => {
    expect(recordScope(actor, 'ledger.read', T)).toEqual(scope);
  });
});
