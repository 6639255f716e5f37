/** Rows of keys and tokens that still open something at `now`: neither revoked nor expired. */
export function liveAt(now: Date) {
  return { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
}
