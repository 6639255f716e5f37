import { RISKS, type Risk, riskRank } from '../shared/domain';
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
function riskCeiling(policy: DiscoverPolicy, request: ResolveRequest): Risk | null {
  const ceilings = [policy.agent.riskCeiling, request.riskCeiling].filter((risk) => risk != null);
  return ceilings.sort((a, b) => riskRank(a) - riskRank(b))[0] ?? null;
}

/** Why risk or health takes a candidate away, or null when it stays. */
export type Filter = (candidate: Candidate) => FilterReason | null;

/** Risk and health as one check, for found ones and pins alike. Null when nothing can fail it. */
export function compileFilter(policy: DiscoverPolicy, request: ResolveRequest): Filter | null {
  const ceiling = riskCeiling(policy, request);
  const hides = policy.agent.unhealthyPolicy === 'hide';
  if (ceiling === null && !hides) return null;
  const tooRisky = new Set(RISKS.filter((risk) => ceiling && riskRank(risk) > riskRank(ceiling)));
  return (candidate) => {
    if (tooRisky.has(candidate.risk)) return 'RISK_CEILING';
    return hides && healthOf(policy, candidate) === 'unhealthy' ? 'UNHEALTHY' : null;
  };
}
