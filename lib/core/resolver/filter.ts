import { type Risk, riskRank } from '../shared/domain';
import { type DiscoverPolicy, serves } from './allowed';
import { isWorking } from './providers';
import type { FilterReason } from './reasons';
import type { Candidate, ResolveRequest } from './types';

/** What being UNHEALTHY leaves of a score when the agent ranks such capabilities down. */
export const UNHEALTHY_FACTOR = 0.5;

export type HealthVerdict = 'working' | 'unhealthy';

/** Unhealthy: it has bindings this agent may use, and none of them works now. */
export function healthOf(policy: DiscoverPolicy, candidate: Candidate): HealthVerdict {
  if (candidate.bindings.length === 0) return 'working';
  for (const binding of candidate.bindings) {
    if (isWorking(binding) && serves(policy, candidate, binding)) return 'working';
  }
  return 'unhealthy';
}

/** The lower of the agent's and the request's ceiling; null when neither has one. */
export function riskCeiling(policy: DiscoverPolicy, request: ResolveRequest): Risk | null {
  const ceilings = [policy.agent.riskCeiling, request.riskCeiling].filter((risk) => risk != null);
  return ceilings.sort((a, b) => riskRank(a) - riskRank(b))[0] ?? null;
}

/** Why risk or health takes the candidate away, or null; pins are judged by the same rule. */
export function filterReason(
  policy: DiscoverPolicy,
  ceiling: Risk | null,
  candidate: Candidate,
): FilterReason | null {
  if (ceiling !== null && riskRank(candidate.risk) > riskRank(ceiling)) return 'RISK_CEILING';
  if (policy.agent.unhealthyPolicy === 'hide' && healthOf(policy, candidate) === 'unhealthy') {
    return 'UNHEALTHY';
  }
  return null;
}
