import type { Risk } from '@/lib/core/shared/domain';

/** Something that lives in a tenant. */
export type TenantTarget = { tenantId: string };

/** Something a team owns; the team is one of the same tenant. `null`: nobody owns it. */
export type OwnedTarget = TenantTarget & { ownerTeamId: string | null };

/** What an agent may look at: `discoverable` is the resolver's answer for this agent. */
export type CatalogTarget = TenantTarget & { discoverable?: boolean };

/** A change request. `authors` are all who wrote any part, by whatever door. */
export type DecisionTarget = TenantTarget & {
  authors: readonly string[];
  /** Agents that wrote a part: the members of their owning teams are authors too. */
  authorAgents?: readonly OwnedTarget[];
};

export type AgentTarget = OwnedTarget & { agentId: string };

/** One call that waits: the capability is the target, the agent is who called. */
export type ApprovalTarget = OwnedTarget & {
  agent: OwnedTarget;
  /** The person who makes the call as the agent, or the agent's own id. */
  subject?: string;
  /** Who stood behind the call when it was asked for; leaving the team since changes nothing. */
  behind?: readonly string[];
};

/** A change of owner; `ownerTeamId` is the team whose yes is asked for. */
export type OfferTarget = OwnedTarget & { offeredBy: string };

export type RestoreTarget = TenantTarget & { pressedBy: string | null };

/** A capability a grant would cover, by name or through its provider, tag or type. */
export type CoveredCapability = OwnedTarget & {
  capabilityId: string;
  risk: Risk;
  /** Its owner has said yes already, by deciding an access request. */
  ownerConsented?: boolean;
};

/** The grants of an agent; `covers` lists what the new ones open that was closed before. */
export type GrantTarget = OwnedTarget & { covers: readonly CoveredCapability[] };

/** Rows of ledger or audit; `ownerTeamIds` own what the rows are about. */
export type RecordTarget = TenantTarget & { ownerTeamIds?: readonly string[] };

/** A person's account; `memberOf` are the tenants the person has roles in. */
export type AccountTarget = TenantTarget & { userId: string; memberOf: readonly string[] };

export type SelfTarget = TenantTarget & { userId: string };

/** The facts each kind of act needs. An act cannot be asked for without them. */
export type TargetShapes = {
  tenant: TenantTarget;
  owned: OwnedTarget;
  catalog: CatalogTarget;
  decision: DecisionTarget;
  agent: AgentTarget;
  approval: ApprovalTarget;
  offer: OfferTarget;
  restore: RestoreTarget;
  grant: GrantTarget;
  record: RecordTarget;
  account: AccountTarget;
  self: SelfTarget;
};
export type TargetKind = keyof TargetShapes;
