import type { Role } from './domain';

/** A person, as known on this request: roles and the active flag are read afresh each time. */
export type UserActor = {
  kind: 'user';
  userId: string;
  email: string;
  name: string;
  active: boolean;
  rolesByTenant: Record<string, Role[]>;
  /** Teams are keyed by (tenant, id): the same id in two tenants is two teams. */
  teams: { tenantId: string; teamId: string }[];
  /** Reviewers and admins who are away now and named this person to decide in their place. */
  standsInFor?: readonly { tenantId: string; userId: string; name: string }[];
  via: 'session' | 'token';
};

/** A program that came with an agent key. The key implies agent and tenant. */
export type AgentActor = {
  kind: 'agent';
  agentId: string;
  tenantId: string;
  keyId: string;
  ownerTeamId: string;
};

/** Work the server does by itself: sync, jobs, the demo's seed. */
export type SystemActor = { kind: 'system'; name: string };

export type Actor = UserActor | AgentActor | SystemActor;

/** Whether a person is a member of the team `teamId` of tenant `tenantId`. Says nothing of `active`. */
export function isTeamMember(actor: UserActor, tenantId: string, teamId: string | null): boolean {
  if (teamId === null) return false;
  return actor.teams.some((team) => team.tenantId === tenantId && team.teamId === teamId);
}

/** The roles a person holds in one tenant; none when the tenant is not theirs. */
export function rolesIn(actor: UserActor, tenantId: string): readonly Role[] {
  return Object.hasOwn(actor.rolesByTenant, tenantId) ? (actor.rolesByTenant[tenantId] ?? []) : [];
}

/** Whom a person stands in for in one tenant, by ids and names. Says nothing of `active`. */
export function standsInFor(
  actor: UserActor,
  tenantId: string,
): readonly { userId: string; name: string }[] {
  return (actor.standsInFor ?? []).filter((one) => one.tenantId === tenantId);
}
