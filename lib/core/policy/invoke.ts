import { type Risk, riskRank, SHARED_TENANT } from '@/lib/core/shared/domain';
import { isNamedOnly } from '@/lib/core/shared/grants';
import { hasCome } from '@/lib/core/shared/majors';
import type { CoveringGrant, Deprecation, InvokeFacts, MajorFacts } from './invoke-facts';
import { chooseVersion, endedMajor } from './versions';

export const CREDENTIAL_TTL = 'PT5M';

export type InvokeCode = 'DENIED' | 'DISABLED' | 'QUARANTINED' | 'NOT_FOUND' | 'CONFLICT';

export type InvokeDecision = {
  allowed: boolean;
  /** Why not; absent when allowed. */
  code?: InvokeCode;
  approval_required: boolean;
  required_scopes: string[];
  credential_ttl: typeof CREDENTIAL_TTL;
  maximum_calls: number;
  /** For the caller. Never tells an agent of what it may not discover. */
  reasons: string[];
  /** The real reasons behind a NOT_FOUND: for admins and the log, never for the agent. */
  withheld: string[];
  /** What the answer of an allowed call says besides: deprecation and its replacement. */
  warnings: string[];
  version: { major: number; minor: number } | null;
};

/** What a call was made for and has ended: the whole capability, or one major of it. */
export type Ended = { major: number | null; deprecation: Deprecation | null };

type Terms = Pick<
  InvokeDecision,
  'approval_required' | 'required_scopes' | 'credential_ttl' | 'maximum_calls'
>;
type Refusal = { code: InvokeCode; reasons: string[]; withheld?: string[] };

/**
 * May this agent call this capability now, and on what terms? Invoke enforces
 * exactly this answer; asking for it calls nothing.
 */
export function canInvoke(facts: InvokeFacts): InvokeDecision {
  const choice = chooseVersion(facts);
  const version = choice.ok ? choice.major : null;
  const refusal =
    whyInvisible(facts) ??
    whyStopped(facts) ??
    whyEnded(facts, facts.capability.deprecation) ??
    (choice.ok ? null : whyNoVersion(facts, choice)) ??
    whyNotGranted(facts);
  const terms: Terms = {
    approval_required: needsApproval(facts),
    required_scopes: [...facts.capability.requiredScopes],
    credential_ttl: CREDENTIAL_TTL,
    maximum_calls: facts.capability.callsPerRun,
  };
  if (refusal) {
    const { code, reasons, withheld = [] } = refusal;
    return { allowed: false, code, ...terms, reasons, withheld, warnings: [], version: null };
  }
  return {
    allowed: true,
    ...terms,
    reasons: approvalReasons(facts),
    withheld: [],
    warnings: deprecationWarnings(facts, version),
    version: version && { major: version.major, minor: version.minor },
  };
}

/** HIGH and CRITICAL wait for a person unless a waiver is written; others when they say so. */
export function needsApproval(facts: Pick<InvokeFacts, 'capability'>): boolean {
  const { risk, approvalRequired, approvalWaived } = facts.capability;
  return approvalRequired || (riskRank(risk) >= riskRank('HIGH') && !approvalWaived);
}

/** What the agent may not discover does not exist for it: one answer for every cause. */
function whyInvisible(facts: InvokeFacts): Refusal | null {
  const withheld = hiddenBecause(facts);
  if (withheld.length === 0) return null;
  const reasons = [`No capability "${facts.capability.capabilityId}" here.`];
  return { code: 'NOT_FOUND', reasons, withheld };
}

function hiddenBecause({ agent, capability, grants, providerAllowed }: InvokeFacts): string[] {
  const reasons: string[] = [];
  if (capability.tenantId !== agent.tenantId && capability.tenantId !== SHARED_TENANT) {
    return ['It belongs to another tenant.'];
  }
  if (capability.status === 'DRAFT' || capability.status === 'REVIEW') {
    reasons.push(`It is in ${capability.status}; only what is in production can be called.`);
  }
  const missing = capability.requiredRoles.filter((role) => !agent.roles.includes(role));
  if (missing.length > 0) reasons.push(`The agent lacks the role ${missing.join(', ')}.`);
  if (!providerAllowed) reasons.push("The agent's provider allow-list leaves it out.");
  const discover = grants.filter((grant) => grant.discover);
  if (effective(capability.risk, discover).length === 0) {
    reasons.push(
      isNamedOnly(capability.risk)
        ? `No grant that names it lets the agent discover it, and nothing else opens what is ${capability.risk}.`
        : 'No grant lets the agent discover it.',
    );
  }
  return reasons;
}

/** Those of the grants that open a capability of this risk. */
function effective(risk: Risk, grants: readonly CoveringGrant[]): CoveringGrant[] {
  return grants.filter((grant) => !isNamedOnly(risk) || grant.byName);
}

function whyStopped({ agent, capability, incidents }: InvokeFacts): Refusal | null {
  if (incidents.length > 0) {
    const reasons = incidents.map(
      (incident) =>
        `Disabled in an emergency (${incident.kind} "${incident.id}"): ${incident.reason}`,
    );
    return { code: 'DISABLED', reasons };
  }
  if (!agent.active) return refuse('DENIED', `Agent "${agent.agentId}" is switched off.`);
  if (capability.quarantineReason !== null) {
    return refuse('QUARANTINED', `Quarantined: ${capability.quarantineReason}`);
  }
  return null;
}

/**
 * What of this call has ended by the clock: the capability, or the major the agent was on or asks
 * for. Null when nothing has.
 */
export function whatEnded(facts: InvokeFacts): Ended | null {
  const { capability, now } = facts;
  if (isOver(capability, now)) return { major: null, deprecation: capability.deprecation };
  const found = endedMajor(facts);
  return found && { major: found.major, deprecation: found.deprecation };
}

function isOver({ status, deprecation }: InvokeFacts['capability'], now: Date): boolean {
  return status === 'DISABLED' || (status === 'DEPRECATED' && hasCome(deprecation?.disableAt, now));
}

function whyEnded({ now, capability }: InvokeFacts, ending: Deprecation | null): Refusal | null {
  if (!isOver(capability, now)) return null;
  const since = ending?.disableAt ? ` since ${ending.disableAt.toISOString()}` : '';
  return refuse('DENIED', `"${capability.capabilityId}" has ended${since}.${insteadHint(ending)}`);
}

type NoVersion = Extract<ReturnType<typeof chooseVersion>, { ok: false }>;

function whyNoVersion(facts: InvokeFacts, { code, reason }: NoVersion): Refusal {
  const ended = endedMajor(facts);
  if (!ended) return refuse(code, reason);
  const why = majorEnded(ended);
  return refuse(code, code === 'DENIED' ? why : `${reason} ${why}`);
}

function majorEnded({ major, deprecation }: MajorFacts): string {
  const since = deprecation?.disableAt ? ` since ${deprecation.disableAt.toISOString()}` : '';
  return `Major ${major} has ended${since}.${insteadHint(deprecation)}`;
}

function whyNotGranted({ capability, grants }: InvokeFacts): Refusal | null {
  const invoke = effective(
    capability.risk,
    grants.filter((grant) => grant.invoke),
  );
  if (invoke.length === 0) {
    return refuse(
      'DENIED',
      isNamedOnly(capability.risk)
        ? `A grant lets this agent discover it, but none lets it call it: what is ${capability.risk} takes a grant that names it, with a yes of its owner.`
        : 'A grant lets this agent discover it, but none lets it call it.',
    );
  }
  const held = new Set(invoke.flatMap((grant) => grant.scopes));
  const missing = capability.requiredScopes.filter((scope) => !held.has(scope));
  if (missing.length === 0) return null;
  return refuse('DENIED', `The grant lacks the required scope ${missing.join(', ')}.`);
}

function insteadHint(ending: Deprecation | null): string {
  const replacement = ending?.replacement;
  if (!replacement?.visible) return '';
  const major = replacement.major == null ? '' : `, major ${replacement.major}`;
  return ` Use "${replacement.capabilityId}"${major} instead.`;
}

function approvalReasons(facts: InvokeFacts): string[] {
  if (!needsApproval(facts)) return [];
  const { risk, approvalRequired } = facts.capability;
  return riskRank(risk) >= riskRank('HIGH')
    ? [`Its risk is ${risk}: a person approves each call.`]
    : approvalRequired
      ? ['It asks for a person to approve each call.']
      : [];
}

function deprecationWarnings(facts: InvokeFacts, major: MajorFacts | null): string[] {
  const { capability } = facts;
  const warnings: string[] = [];
  if (capability.status === 'DEPRECATED') {
    warnings.push(warning(`"${capability.capabilityId}" is deprecated`, capability.deprecation));
  }
  if (major?.deprecation) {
    warnings.push(warning(`Major ${major.major} is deprecated`, major.deprecation));
  }
  const ended = endedMajor(facts);
  if (ended && major) {
    warnings.push(`${majorEnded(ended)} This agent is on major ${major.major} now.`);
  }
  return warnings;
}

function warning(what: string, ending: Deprecation | null): string {
  const until = ending?.disableAt ? ` and ends at ${ending.disableAt.toISOString()}` : '';
  return `${what}${until}.${insteadHint(ending)}`;
}

function refuse(code: InvokeCode, reason: string): Refusal {
  return { code, reasons: [reason] };
}
