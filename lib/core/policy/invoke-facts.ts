import type { Risk, Status } from '@/lib/core/shared/domain';
import { canonicalJson } from '@/lib/core/shared/json';
import type { MajorState, MajorTimes } from '@/lib/core/shared/majors';
import type { OpenIncident } from './incidents';

/** A grant in force that covers the capability, whatever its target was. */
export type CoveringGrant = {
  discover: boolean;
  invoke: boolean;
  scopes: readonly string[];
  /** The grant names the capability itself, not its provider, a tag or a type. */
  byName: boolean;
};

export type Replacement = {
  capabilityId: string;
  major?: number | null;
  /** Whether this agent may discover it; else it is not named to it. */
  visible: boolean;
};
export type Deprecation = { disableAt: Date | null; replacement: Replacement | null };

export type MajorFacts = {
  major: number;
  /** The minor of this major that is served now. */
  minor: number;
  state: MajorState;
  since?: Date | null;
  currentFrom?: Date | null;
  deprecation: Deprecation | null;
};

/** The same for choosing among majors. */
export function timesOf({ deprecation, ...major }: MajorFacts): MajorTimes {
  return { ...major, disableAt: deprecation?.disableAt ?? null };
}

/** All that decides about one call. Times come in as arguments; nothing is looked up. */
export type InvokeFacts = {
  now: Date;
  agent: {
    tenantId: string;
    agentId: string;
    active: boolean;
    roles: readonly string[];
    /** The major its grants name, which goes before the one it holds. */
    grantedMajor?: number | null;
    /** The major it holds since its first use, or its owner moved it to; else null. */
    major: number | null;
  };
  capability: {
    tenantId: string;
    capabilityId: string;
    status: Status;
    risk: Risk;
    approvalRequired: boolean;
    /** A written waiver of approval on call stands. */
    approvalWaived: boolean;
    requiredRoles: readonly string[];
    requiredScopes: readonly string[];
    callsPerRun: number;
    quarantineReason: string | null;
    deprecation: Deprecation | null;
    currentMajor: number;
    majors: readonly MajorFacts[];
  };
  grants: readonly CoveringGrant[];
  /** The agent's provider allow-list lets it through. */
  providerAllowed: boolean;
  /** Open incidents that stop this call, from {@link coveringIncidents}. */
  incidents: readonly OpenIncident[];
  /** What the caller asked for: `"2"` or `"2.3"`. */
  requestedVersion?: string | null;
};

/**
 * The canonical text an approval is bound to: everything lasting that the
 * decision read. Hashing is the caller's. The clock, incidents and quarantine are
 * left out: they are judged again at the call, and a yes never outranks them.
 */
export function decisionHashInput(
  facts: InvokeFacts,
  version: { major: number; minor: number },
): string {
  const { agent, capability, grants } = facts;
  return canonicalJson({
    agent: {
      tenant_id: agent.tenantId,
      id: agent.agentId,
      roles: [...agent.roles].sort(),
    },
    capability: {
      tenant_id: capability.tenantId,
      id: capability.capabilityId,
      risk: capability.risk,
      approval_required: capability.approvalRequired,
      approval_waived: capability.approvalWaived,
      required_roles: [...capability.requiredRoles].sort(),
      required_scopes: [...capability.requiredScopes].sort(),
      calls_per_run: capability.callsPerRun,
    },
    version: `${version.major}.${version.minor}`,
    grants: grants
      .map((grant) => canonicalJson({ ...grant, scopes: [...grant.scopes].sort() }))
      .sort(),
  });
}
