import { type Grant, type Grantable, isInForce, targets } from './grants';

export type MajorState = 'live' | 'sunset' | 'retired';

/** A major as far as choosing among majors needs it. Times are judged against the caller's clock. */
export type MajorTimes = {
  major: number;
  state: MajorState;
  /** From when it is served at all; null or absent: since ever. */
  since?: Date | null;
  /** From when it is the one new agents get; null or absent: nothing is scheduled. */
  currentFrom?: Date | null;
  /** From when it has ended, whatever the state says yet; null: no end is announced. */
  disableAt: Date | null;
};

/** What an agent brings: what its grant says, what it holds, what this one call asks for. */
export type MajorWishes = {
  granted: number | null;
  held: number | null;
  asked?: number | null;
};

export function hasCome(at: Date | null | undefined, now: Date): boolean {
  return at != null && at.getTime() <= now.getTime();
}

/** Begun, not retired, and not past its end: the clock decides, not the job that writes it down. */
export function isServed(major: MajorTimes, now: Date): boolean {
  const begun = major.since == null || hasCome(major.since, now);
  return begun && major.state !== 'retired' && !hasCome(major.disableAt, now);
}

/** Retired, or past its end. What has not begun has not ended. */
export function hasEnded(major: MajorTimes, now: Date): boolean {
  return major.state === 'retired' || hasCome(major.disableAt, now);
}

/** The major new agents get now: the one whose moment came last, else the one on record. */
export function currentMajorAt(
  recorded: number | null,
  majors: readonly MajorTimes[],
  now: Date,
): number | null {
  let latest: MajorTimes | null = null;
  for (const major of majors) {
    if (!hasCome(major.currentFrom, now) || !isServed(major, now)) continue;
    const later = (latest?.currentFrom?.getTime() ?? 0) - (major.currentFrom?.getTime() ?? 0);
    if (!latest || later < 0 || (later === 0 && latest.major < major.major)) latest = major;
  }
  return latest?.major ?? recorded;
}

/**
 * The one rule by which every door picks an agent's major: the one its grant names, else the one
 * it holds, else, on a first use, the one asked for, else the current one. What has ended hands
 * over to the next of these, and last to the newest that is served. Null when none is.
 */
export function chooseAgentMajor(
  wishes: MajorWishes,
  recorded: number | null,
  majors: readonly MajorTimes[],
  now: Date,
): number | null {
  const served = majors.filter((major) => isServed(major, now)).map(({ major }) => major);
  const isFirstUse = wishes.granted === null && wishes.held === null;
  const order = [
    wishes.granted,
    wishes.held,
    isFirstUse ? (wishes.asked ?? null) : null,
    currentMajorAt(recorded, majors, now),
  ];
  const chosen = order.find((wanted) => wanted !== null && served.includes(wanted));
  if (chosen != null) return chosen;
  return served.length > 0 ? Math.max(...served) : null;
}

/** The major the agent's grants in force name; a grant on the capability goes before wider ones. */
export function grantedMajor(
  grants: readonly Grant[],
  capability: Grantable,
  now: Date,
): number | null {
  const naming = grants.filter(
    (grant) => grant.major != null && isInForce(grant, now) && targets(grant, capability),
  );
  const rank = ({ target }: Grant) => `${target.kind === 'capability' ? 0 : 1}${target.kind}`;
  const textOf = (grant: Grant) => `${rank(grant)} ${grant.target.id}`;
  const first = naming.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))[0];
  return first?.major ?? null;
}
