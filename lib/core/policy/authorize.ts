import {
  type Actor,
  type AgentActor,
  isTeamMember,
  rolesIn,
  standsInFor,
  type UserActor,
} from '@/lib/core/shared/actor';
import { riskRank, SHARED_TENANT } from '@/lib/core/shared/domain';
import { type Act, type Bar, type Party, PERMISSIONS, type Rule } from './table';
import type {
  AccountTarget,
  AgentTarget,
  ApprovalTarget,
  CatalogTarget,
  DecisionTarget,
  GrantTarget,
  OfferTarget,
  OwnedTarget,
  RecordTarget,
  RestoreTarget,
  TargetShapes,
  TenantTarget,
} from './targets';

export type Authorization = { allowed: true } | { allowed: false; reasons: string[] };

export type TargetOf<A extends Act> = TargetShapes[(typeof PERMISSIONS)[A]['target']];

/** Every fact any target may carry; what a rule does not speak of is absent. */
type Facts = TenantTarget &
  Partial<
    Omit<
      OwnedTarget &
        CatalogTarget &
        DecisionTarget &
        AgentTarget &
        ApprovalTarget &
        RestoreTarget &
        OfferTarget &
        GrantTarget &
        RecordTarget &
        AccountTarget,
      'tenantId'
    >
  >;

const ALLOWED: Authorization = { allowed: true };

/**
 * May this actor do this to that? Denied unless the table names the actor and no
 * bar refuses. Reasons are sentences for the person who asked.
 */
export function authorize<A extends Act>(actor: Actor, act: A, target: TargetOf<A>): Authorization {
  const rule: Rule = PERMISSIONS[act];
  const facts: Facts = target;
  if (actor.kind === 'user' && !actor.active) {
    return { allowed: false, reasons: ['This account is deactivated.'] };
  }
  if (!rule.who.some((party) => isParty(actor, party, facts))) {
    return { allowed: false, reasons: [notNamed(actor, rule, facts)] };
  }
  const reasons = (rule.bars ?? []).flatMap((bar) => barReasons(actor, bar, facts));
  return reasons.length === 0 ? ALLOWED : { allowed: false, reasons };
}

/** The same as a boolean, for hiding buttons. */
export function isAllowed<A extends Act>(actor: Actor, act: A, target: TargetOf<A>): boolean {
  return authorize(actor, act, target).allowed;
}

/**
 * Which rows of ledger or audit an actor may list in a tenant: all, or those
 * about objects of the teams named. No teams means none.
 */
export function recordScope(
  actor: Actor,
  act: 'ledger.read' | 'audit.read',
  tenantId: string,
): { all: true } | { all: false; teamIds: string[] } {
  if (authorize(actor, act, { tenantId }).allowed) return { all: true };
  if (actor.kind !== 'user' || !actor.active) return { all: false, teamIds: [] };
  const own = actor.teams.filter((team) => team.tenantId === tenantId).map((team) => team.teamId);
  return { all: false, teamIds: [...new Set(own)].sort() };
}

function isParty(actor: Actor, party: Party, facts: Facts): boolean {
  if (actor.kind === 'system') return party === 'system';
  if (actor.kind === 'agent') return party === 'agent' && isThatAgent(actor, facts);
  switch (party) {
    case 'admin':
    case 'reviewer':
    case 'auditor':
      return rolesIn(actor, facts.tenantId).includes(party);
    case 'tenant-member':
      return belongsTo(actor, facts.tenantId);
    case 'owner':
      return ownsTarget(actor, facts);
    case 'delegate':
      return standsInFor(actor, facts.tenantId).length > 0;
    case 'self':
      return facts.userId === actor.userId;
    case 'agent':
    case 'system':
      return false;
  }
}

/** The agent the target names, or, for the catalog, an agent that may discover the entry. */
function isThatAgent(actor: AgentActor, facts: Facts): boolean {
  if (facts.agentId !== undefined) {
    return facts.agentId === actor.agentId && facts.tenantId === actor.tenantId;
  }
  const reachable = facts.tenantId === actor.tenantId || facts.tenantId === SHARED_TENANT;
  return facts.discoverable === true && reachable;
}

function belongsTo(actor: UserActor, tenantId: string): boolean {
  const hasRole = (id: string) => rolesIn(actor, id).length > 0;
  const inTeam = actor.teams.some((team) => team.tenantId === tenantId);
  if (hasRole(tenantId) || inTeam) return true;
  if (tenantId !== SHARED_TENANT) return false;
  return Object.keys(actor.rolesByTenant).some(hasRole) || actor.teams.length > 0;
}

function ownsTarget(actor: UserActor, facts: Facts): boolean {
  const teams = [facts.ownerTeamId ?? null, ...(facts.ownerTeamIds ?? [])];
  return teams.some((teamId) => isTeamMember(actor, facts.tenantId, teamId));
}

function barReasons(actor: Actor, bar: Bar, facts: Facts): string[] {
  switch (bar) {
    case 'wrote-a-part':
      return wroteAPart(actor, facts)
        ? [
            'You wrote a part of this, so somebody else decides it. If there is nobody yet, invite a second person as reviewer or admin.',
          ]
        : writtenByAbsent(actor, facts);
    case 'somebody-elses':
      return actor.kind === 'user' && facts.userId === actor.userId
        ? []
        : ['Only the person themselves names who decides in their place.'];
    case 'owns-calling-agent':
      return actor.kind === 'user' && facts.agent && ownsTarget(actor, facts.agent)
        ? [
            'You own the agent that makes this call, so somebody else approves it. If there is nobody yet, invite a second person as reviewer or into the team that owns the capability.',
          ]
        : [];
    case 'makes-the-call':
      return actor.kind === 'user' && facts.subject === actor.userId
        ? [
            'You make this call, so somebody else approves it. If there is nobody yet, invite a second person as reviewer or into the team that owns the capability.',
          ]
        : [];
    case 'stood-behind-the-call':
      return stoodBehind(actor, facts)
        ? [
            'You stood behind this call when it was asked for, as an owner of its agent, by the key it came with, or as who asked, so somebody else approves it. If there is nobody yet, invite a second person as reviewer or into the team that owns the capability.',
          ]
        : [];
    case 'pressed-it':
      return actor.kind === 'user' && facts.pressedBy === actor.userId
        ? [
            'You pressed this emergency disable, so somebody else restores it. If there is nobody yet, invite a second person as reviewer or admin.',
          ]
        : [];
    case 'offered-it':
      return actor.kind === 'user' && facts.offeredBy === actor.userId
        ? [
            'You offered this, so somebody else of the team agrees. If there is nobody yet, invite a second person into it.',
          ]
        : [];
    case 'owners-of-risky':
      return riskyWithoutOwner(actor, facts);
    case 'admin-of-all-their-tenants':
      return foreignTenants(actor, facts);
  }
}

function wroteAPart(actor: Actor, facts: Facts): boolean {
  if (actor.kind !== 'user') return true;
  if ((facts.authors ?? []).includes(actor.userId)) return true;
  return (facts.authorAgents ?? []).some((agent) => ownsTarget(actor, agent));
}

/** Standing in for an author is no way around them: their yes would come from their own side. */
function writtenByAbsent(actor: Actor, facts: Facts): string[] {
  if (actor.kind !== 'user') return [];
  return standsInFor(actor, facts.tenantId)
    .filter(({ userId }) => (facts.authors ?? []).includes(userId))
    .map(
      ({ name }) =>
        `You stand in for ${name}, who wrote a part of this, so somebody else decides it. If there is nobody yet, invite a second person as reviewer or admin.`,
    );
}

/** Only who has gone since: the other bars on calls tell the others why. */
function stoodBehind(actor: Actor, facts: Facts): boolean {
  if (actor.kind !== 'user' || facts.subject === actor.userId) return false;
  if (facts.agent && ownsTarget(actor, facts.agent)) return false;
  return (facts.behind ?? []).includes(actor.userId);
}

function riskyWithoutOwner(actor: Actor, facts: Facts): string[] {
  return (facts.covers ?? [])
    .filter((covered) => riskRank(covered.risk) >= riskRank('HIGH'))
    .filter((covered) => covered.ownerConsented !== true)
    .filter((covered) => actor.kind !== 'user' || !ownsTarget(actor, covered))
    .map(
      (covered) =>
        `"${covered.capabilityId}" is ${covered.risk}: a grant on it needs a yes of its owner too. It is given by somebody who is in the team that owns it${covered.ownerTeamId === null ? '' : ` ("${covered.ownerTeamId}")`} and in the agent's.`,
    );
}

/** An account reaches everywhere its person has roles, so changing it takes admin there. */
function foreignTenants(actor: Actor, facts: Facts): string[] {
  if (actor.kind !== 'user') return [];
  if (rolesIn(actor, SHARED_TENANT).includes('admin')) return [];
  const others = (facts.memberOf ?? []).filter(
    (tenantId) => !rolesIn(actor, tenantId).includes('admin'),
  );
  if (others.length === 0) return [];
  // Where the actor has no part, not even the name of the tenant is theirs to know.
  const known = others.filter((tenantId) => belongsTo(actor, tenantId));
  const where =
    known.length === others.length
      ? known.map((tenantId) => `"${tenantId}"`).join(', ')
      : 'other tenants';
  return [
    `This person also has roles in ${where}, where you are not an admin. Ask an admin there or of "${SHARED_TENANT}".`,
  ];
}

function notNamed(actor: Actor, rule: Rule, facts: Facts): string {
  if (actor.kind === 'agent') {
    return rule.who.includes('agent')
      ? `An agent may ${rule.does} only within what its own key allows.`
      : `An agent may not ${rule.does}; a person does that.`;
  }
  if (actor.kind === 'system') return `The system may not ${rule.does}; a person does that.`;
  const who = rule.who.map((party) => partyName(party, facts)).filter((name) => name !== null);
  return `You may not ${rule.does}. It takes ${joinOr(who)}.`;
}

function partyName(party: Party, facts: Facts): string | null {
  switch (party) {
    case 'admin':
    case 'reviewer':
    case 'auditor':
      return `the role ${party} in "${facts.tenantId}"`;
    case 'tenant-member':
      return `a role in "${facts.tenantId}"`;
    case 'owner':
      return facts.ownerTeamId
        ? `membership of the owning team "${facts.ownerTeamId}"`
        : 'membership of the owning team';
    case 'self':
      return 'being that person';
    case 'delegate':
    case 'agent':
    case 'system':
      return null;
  }
}

function joinOr(names: string[]): string {
  if (names.length < 2) return names[0] ?? 'nobody';
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
