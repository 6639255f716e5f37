import { type CapabilityType, type GrantTargetKind, type Risk, riskRank } from './domain';

export type GrantVerb = 'discover' | 'invoke';

/** A grant as stored: a target, what it gives, and until when (exclusive; null is for good). */
export type Grant = {
  target: { kind: GrantTargetKind; id: string };
  discover: boolean;
  invoke: boolean;
  scopes: readonly string[];
  until: Date | null;
  major?: number | null;
};

/** What of an agent decides whether a grant reaches a capability. */
export type Grantee = {
  grants: readonly Grant[];
  /** MCP providers it may use: ids, or `*` for all. Empty: no MCP capability at all. */
  allowedProviders: readonly string[];
};

/** What of a capability a grant can name. */
export type Grantable = {
  id: string;
  type: CapabilityType;
  risk: Risk;
  tags: readonly string[];
  providerIds: readonly string[];
};

export const GRANT_REASONS = [
  'NOT_GRANTED',
  'GRANT_EXPIRED',
  'RISK_NEEDS_NAMED_GRANT',
  'PROVIDER_NOT_ALLOWED',
] as const;
export type GrantReason = (typeof GRANT_REASONS)[number];

export type GrantMatch = {
  granted: boolean;
  /** The grants in force that give the verb, those naming the capability first. */
  covering: readonly Grant[];
  /** Union of their scopes, sorted. */
  scopes: readonly string[];
  byName: boolean;
  providerAllowed: boolean;
  /** Why not; empty when granted. */
  reasons: readonly GrantReason[];
};

const EVERY_PROVIDER = '*';
const MCP_TYPES: ReadonlySet<CapabilityType> = new Set<CapabilityType>([
  'MCP_TOOL',
  'MCP_RESOURCE',
  'MCP_PROMPT',
]);

/** True for what comes from an MCP server and so needs its provider on the allow-list. */
export function isMcpType(type: CapabilityType): boolean {
  return MCP_TYPES.has(type);
}

/** Whether the allow-list lets an agent use one provider for a capability of this type. */
export function isProviderAllowed(
  allowedProviders: readonly string[],
  type: CapabilityType,
  providerId: string,
): boolean {
  if (!isMcpType(type)) return true;
  return allowedProviders.includes(EVERY_PROVIDER) || allowedProviders.includes(providerId);
}

/**
 * The allow-list over a whole capability: one allowed provider is enough. The list is about MCP
 * servers and leaves other types alone; empty, it shuts out every MCP capability, even one granted
 * by name.
 */
export function isAnyProviderAllowed(
  allowedProviders: readonly string[],
  capability: Pick<Grantable, 'type' | 'providerIds'>,
): boolean {
  if (!isMcpType(capability.type) || allowedProviders.includes(EVERY_PROVIDER)) return true;
  return capability.providerIds.some((id) => allowedProviders.includes(id));
}

/**
 * HIGH and CRITICAL take a grant by name, which their owner had to agree to: a grant on a provider,
 * tag or type would also open what arrives there later, without a yes of anybody who owns it.
 *
 * A capability whose risk is raised stays open to those who name it, for the change was its owner's
 * and the access tab shows them; wider grants stop reaching it at once.
 */
export function isNamedOnly(risk: Risk): boolean {
  return riskRank(risk) >= riskRank('HIGH');
}

/** Whether a grant's target reaches the capability. HIGH and CRITICAL only by their own name. */
export function targets(grant: Pick<Grant, 'target'>, capability: Grantable): boolean {
  const { kind, id } = grant.target;
  if (kind === 'capability') return id === capability.id;
  if (isNamedOnly(capability.risk)) return false;
  if (kind === 'provider') return capability.providerIds.includes(id);
  if (kind === 'tag') return capability.tags.includes(id);
  return id === capability.type;
}

/**
 * Which grants let the agent discover or invoke the capability at `now`, with the scopes they
 * carry, or every reason why none does. Tenant, roles and status are judged elsewhere.
 */
export function matchGrants(
  agent: Grantee,
  capability: Grantable,
  now: Date,
  verb: GrantVerb,
): GrantMatch {
  const giving = agent.grants.filter((grant) => grant[verb] && targets(grant, capability));
  const covering = giving
    .filter((grant) => isInForce(grant, now))
    .sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  const providerAllowed = isAnyProviderAllowed(agent.allowedProviders, capability);
  const reasons: GrantReason[] = [];
  if (covering.length === 0) reasons.push(whyUncovered(agent, capability, now, verb, giving));
  if (!providerAllowed) reasons.push('PROVIDER_NOT_ALLOWED');
  return {
    granted: reasons.length === 0,
    covering,
    scopes: [...new Set(covering.flatMap((grant) => grant.scopes))].sort(),
    byName: covering.some(isNamed),
    providerAllowed,
    reasons,
  };
}

/** Not ended; a grant ends at the moment of `until`. */
export function isInForce(grant: Pick<Grant, 'until'>, now: Date): boolean {
  return grant.until === null || grant.until.getTime() > now.getTime();
}

function isNamed(grant: Grant): boolean {
  return grant.target.kind === 'capability';
}

function whyUncovered(
  agent: Grantee,
  capability: Grantable,
  now: Date,
  verb: GrantVerb,
  giving: readonly Grant[],
): GrantReason {
  if (giving.length > 0) return 'GRANT_EXPIRED';
  if (!isNamedOnly(capability.risk)) return 'NOT_GRANTED';
  const tame = { ...capability, risk: 'MEDIUM' as const };
  const wide = agent.grants.some(
    (grant) => grant[verb] && isInForce(grant, now) && targets(grant, tame),
  );
  return wide ? 'RISK_NEEDS_NAMED_GRANT' : 'NOT_GRANTED';
}

/**
 * An agent's grants for one verb as sets, for judging many capabilities: each then costs a few
 * look-ups, whatever the number of grants. Answers exactly as {@link matchGrants}.
 */
export type CompiledGrants = {
  covers(capability: Grantable): boolean;
  /** Epoch ms of the first grant in force to end; Infinity when none does. */
  validUntil: number;
};

/** The grants in force at `now` that give the verb, as sets. */
export function compileGrants(agent: Grantee, now: Date, verb: GrantVerb): CompiledGrants {
  const inForce = agent.grants.filter((grant) => grant[verb] && isInForce(grant, now));
  const ids = (kind: GrantTargetKind): ReadonlySet<string> =>
    new Set(inForce.filter((grant) => grant.target.kind === kind).map((grant) => grant.target.id));
  const [names, providers, tags, types] = [
    ids('capability'),
    ids('provider'),
    ids('tag'),
    ids('type'),
  ];
  const allowed = new Set(agent.allowedProviders);
  const isAllowed = (capability: Grantable) =>
    !isMcpType(capability.type) ||
    allowed.has(EVERY_PROVIDER) ||
    capability.providerIds.some((id) => allowed.has(id));
  const isTargeted = (capability: Grantable) =>
    names.has(capability.id) ||
    (!isNamedOnly(capability.risk) &&
      (types.has(capability.type) ||
        (providers.size > 0 && capability.providerIds.some((id) => providers.has(id))) ||
        (tags.size > 0 && capability.tags.some((tag) => tags.has(tag)))));
  const ends = inForce.map((grant) => grant.until?.getTime() ?? Number.POSITIVE_INFINITY);
  return {
    covers: (capability) => isTargeted(capability) && isAllowed(capability),
    validUntil: ends.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
  };
}
