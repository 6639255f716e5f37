import { GRANT_REASONS } from '../shared/grants';

/** Every reason for which a capability is not in an answer, in the order of the stages. */
export const POLICY_REASONS = [
  'AGENT_INACTIVE',
  'AGENT_STOPPED',
  'OTHER_TENANT',
  'NOT_LIVE',
  'PAST_DISABLE_AT',
  'NO_LIVE_MAJOR',
  'QUARANTINED',
  'STOPPED',
  'MISSING_ROLE',
  'NO_PROVIDER_FOR_TENANT',
  ...GRANT_REASONS,
] as const;
export type PolicyReason = (typeof POLICY_REASONS)[number];

export const REQUEST_REASONS = [
  'REQUEST_TYPES',
  'REQUEST_SURFACES',
  'REQUEST_PROVIDERS',
  'REQUEST_ONLY',
  'REQUEST_EXCLUDE',
] as const;
export type RequestReason = (typeof REQUEST_REASONS)[number];

export const FILTER_REASONS = ['RISK_CEILING', 'UNHEALTHY'] as const;
export type FilterReason = (typeof FILTER_REASONS)[number];

export type HiddenReason =
  | PolicyReason
  | RequestReason
  | FilterReason
  | 'NO_MATCH'
  | 'TOP_K'
  | 'MAX_SCHEMA_TOOLS';

/** One sentence a reason, for admins. */
export const REASON_TEXT: Record<HiddenReason, string> = {
  AGENT_INACTIVE: 'The agent is not active.',
  AGENT_STOPPED: 'An open incident stops the agent.',
  OTHER_TENANT: 'It belongs to another tenant.',
  NOT_LIVE: 'Only PRODUCTION and DEPRECATED capabilities are offered.',
  PAST_DISABLE_AT: 'Its disable date has passed.',
  NO_LIVE_MAJOR: 'No version of it is live.',
  QUARANTINED: 'It drifted and is quarantined until a person has looked.',
  STOPPED: 'An open incident stops it, or every provider it has.',
  MISSING_ROLE: 'The agent lacks a role it requires.',
  NO_PROVIDER_FOR_TENANT: 'None of its providers serves the tenant of the agent.',
  NOT_GRANTED: 'No grant of the agent gives discovery of it.',
  GRANT_EXPIRED: 'The grant that gave it has ended.',
  RISK_NEEDS_NAMED_GRANT:
    'Its risk is HIGH or CRITICAL: it takes a grant that names it, and none does. Grants on its provider, a tag or its type reach MEDIUM at most.',
  PROVIDER_NOT_ALLOWED: "Its provider is not on the agent's list of MCP providers.",
  REQUEST_TYPES: 'The request asks for other types.',
  REQUEST_SURFACES: 'The request asks for other surfaces.',
  REQUEST_PROVIDERS: 'The request asks for other providers.',
  REQUEST_ONLY: 'It is not among those the request names in `only`.',
  REQUEST_EXCLUDE: 'The request excludes it.',
  RISK_CEILING: 'Its risk is above the ceiling.',
  UNHEALTHY: 'None of its providers is healthy, and the agent hides those.',
  NO_MATCH: 'Nothing in it matches the query.',
  TOP_K: 'Others scored higher.',
  MAX_SCHEMA_TOOLS: 'The limit on tools sent with their schemas was reached.',
};
