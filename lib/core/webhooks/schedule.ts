/** How often an event is tried at one webhook before it counts as failed: over about a day. */
export const MAX_TRIES = 8;
/** A webhook that has answered nothing but failures for this long is switched off. */
export const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000;

const FIRST_WAIT_MS = 15_000;
const FACTOR = 4;
/** Part of the wait that is drawn by lot, so that receivers back from a fall are not hit at once. */
const JITTER = 0.4;

/**
 * Exponential backoff with jitter.
 * @param tries how often it was tried, the one that just failed included
 * @param lot 0 to 1, drawn anew for each wait
 * @returns milliseconds until the next try, or null when there is none
 */
export function nextWait(tries: number, lot: number): number | null {
  if (tries >= MAX_TRIES) return null;
  const wait = FIRST_WAIT_MS * FACTOR ** Math.max(0, tries - 1);
  return Math.round(wait * (1 - JITTER / 2 + JITTER * lot));
}

/** Whether a webhook that fails since `failingSince` is to be switched off at `now`. */
export function isGivenUp(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && now.getTime() - failingSince.getTime() >= GIVE_UP_AFTER_MS;
}
