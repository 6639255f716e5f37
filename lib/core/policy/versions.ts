import type { InvokeFacts, MajorFacts } from './invoke-facts';

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
 * Which major this call uses. The agent keeps its own; before its first use the
 * one asked for, else the current one. A retired major hands its agents on to the
 * current one. What was asked for and is not the agent's is a conflict naming both.
 */
export function chooseVersion(facts: InvokeFacts): VersionChoice {
  const { agent, capability, requestedVersion } = facts;
  const asked = requestedVersion ? parseVersion(requestedVersion) : null;
  if (requestedVersion && asked === null) {
    return conflict(`"${requestedVersion}" is no version. Write "2" or "2.3".`);
  }
  const usable = capability.majors.filter((major) => major.state !== 'retired');
  const own = usable.find((major) => major.major === agent.major);
  const fallback = asked !== null && agent.major === null ? asked.major : capability.currentMajor;
  const chosen = own ?? usable.find((major) => major.major === fallback);
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

function versionMismatch(facts: InvokeFacts, asked: number, chosen: MajorFacts | null): string {
  if (chosen === null) return `Version ${asked} was asked for, but it is not published here.`;
  if (facts.agent.major === null) {
    return `Version ${asked} was asked for, but it is not live; the current one is ${chosen.major}.`;
  }
  return `Version ${asked} was asked for, but this agent is on major ${chosen.major}. Its owner can move it.`;
}

function conflict(reason: string): VersionChoice {
  return { ok: false, code: 'CONFLICT', reason };
}
