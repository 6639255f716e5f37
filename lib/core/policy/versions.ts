import { chooseAgentMajor, hasEnded } from '@/lib/core/shared/majors';
import { type InvokeFacts, type MajorFacts, timesOf } from './invoke-facts';

export type VersionChoice =
  | { ok: true; major: MajorFacts }
  | { ok: false; code: 'CONFLICT' | 'DENIED'; reason: string };

const VERSION = /^(0|[1-9]\d{0,5})(?:\.(0|[1-9]\d{0,5}))?$/;

/** Reads `"2"` or `"2.3"`; null when it is neither. */
export function parseVersion(text: string): { major: number; minor: number | null } | null {
  const match = VERSION.exec(text);
  if (!match) return null;
  return { major: Number(match[1]), minor: match[2] === undefined ? null : Number(match[2]) };
}

/**
 * Which major this call uses, by the rule every door follows. Before its first use an agent gets
 * the one it asks for; what was asked for and is not the agent's is a conflict naming both.
 */
export function chooseVersion(facts: InvokeFacts): VersionChoice {
  const { agent, capability, requestedVersion, now } = facts;
  const asked = requestedVersion ? parseVersion(requestedVersion) : null;
  if (requestedVersion && asked === null) {
    return conflict(`"${requestedVersion}" is no version. Write "2" or "2.3".`);
  }
  const major = chooseAgentMajor(
    { granted: agent.grantedMajor ?? null, held: agent.major, asked: asked?.major ?? null },
    capability.currentMajor,
    capability.majors.map(timesOf),
    now,
  );
  const chosen = capability.majors.find((one) => one.major === major);
  if (asked !== null && asked.major !== chosen?.major) {
    return conflict(versionMismatch(facts, asked.major, chosen ?? null));
  }
  if (!chosen) {
    return { ok: false, code: 'DENIED', reason: 'No live version of this capability is left.' };
  }
  if (asked?.minor != null && asked.minor > chosen.minor) {
    return conflict(
      `Version ${asked.major}.${asked.minor} was asked for, but the newest of major ${chosen.major} is ${chosen.major}.${chosen.minor}.`,
    );
  }
  return { ok: true, major: chosen };
}

/**
 * The ended major this call was made for: the one it asks for, else the agent's own. Null when
 * neither has ended.
 */
export function endedMajor(facts: InvokeFacts): MajorFacts | null {
  const { agent, capability, requestedVersion, now } = facts;
  const asked = requestedVersion ? parseVersion(requestedVersion) : null;
  const meant = asked?.major ?? agent.grantedMajor ?? agent.major;
  const found = capability.majors.find(({ major }) => major === meant);
  return found && hasEnded(timesOf(found), now) ? found : null;
}

function versionMismatch(facts: InvokeFacts, asked: number, chosen: MajorFacts | null): string {
  if (chosen === null) return `Version ${asked} was asked for, but it is not published here.`;
  if ((facts.agent.grantedMajor ?? facts.agent.major) === null) {
    return `Version ${asked} was asked for, but it is not live; the current one is ${chosen.major}.`;
  }
  return `Version ${asked} was asked for, but this agent is on major ${chosen.major}. Its owner can move it.`;
}

function conflict(reason: string): VersionChoice {
  return { ok: false, code: 'CONFLICT', reason };
}
