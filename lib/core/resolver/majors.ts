import { chooseAgentMajor, grantedMajor, isServed } from '../shared/majors';
import type { Candidate, CandidateMajor, ResolvingAgent } from './types';

/** Majors an agent may still be on, newest first. */
export function usableMajors(
  candidate: Pick<Candidate, 'majors'>,
  now: Date,
): readonly CandidateMajor[] {
  const usable = candidate.majors.filter((major) => isServed(major, now));
  return usable.length < 2 ? usable : usable.sort((a, b) => b.major - a.major);
}

/** The major the agent gets, by the rule every door follows; see {@link chooseAgentMajor}. */
export function chooseMajor(
  agent: Pick<ResolvingAgent, 'grants' | 'majors'>,
  candidate: Candidate,
  now: Date,
): number | null {
  const held = Object.hasOwn(agent.majors, candidate.id)
    ? (agent.majors[candidate.id] ?? null)
    : null;
  const granted = grantedMajor(agent.grants, candidate, now);
  return chooseAgentMajor({ granted, held }, candidate.currentMajor, candidate.majors, now);
}
