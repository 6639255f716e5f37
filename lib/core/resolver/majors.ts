import { isInForce, targets } from '../shared/grants';
import type { Candidate, CandidateMajor, ResolvingAgent } from './types';

export function isTooLate(at: Date | null, now: Date): boolean {
  return at !== null && at.getTime() <= now.getTime();
}

/** Neither retired nor past its end. */
export function isUsable(major: CandidateMajor, now: Date): boolean {
  return major.state !== 'retired' && !isTooLate(major.disableAt, now);
}

/** Majors an agent may still be on, newest first. */
export function usableMajors(
  candidate: Pick<Candidate, 'majors'>,
  now: Date,
): readonly CandidateMajor[] {
  const usable = candidate.majors.filter((major) => isUsable(major, now));
  return usable.length < 2 ? usable : usable.sort((a, b) => b.major - a.major);
}

/**
 * The major the agent gets: the one its grant names, else the one it has used first, else the
 * current one. A major that is gone hands over to the current one, or to the newest that is left.
 */
export function chooseMajor(
  agent: Pick<ResolvingAgent, 'grants' | 'majors'>,
  candidate: Candidate,
  now: Date,
): number | null {
  const usable = usableMajors(candidate, now);
  const granted = agent.grants
    .filter((grant) => grant.discover && isInForce(grant, now) && targets(grant, candidate))
    .sort((a, b) => Number(b.target.kind === 'capability') - Number(a.target.kind === 'capability'))
    .find((grant) => grant.major != null)?.major;
  const held = Object.hasOwn(agent.majors, candidate.id) ? agent.majors[candidate.id] : null;
  for (const wanted of [granted, held, candidate.currentMajor]) {
    if (usable.some((major) => major.major === wanted)) return wanted ?? null;
  }
  return usable[0]?.major ?? null;
}
