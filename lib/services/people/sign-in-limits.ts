import { createHmac } from 'node:crypto';
import { deriveKey } from '@/lib/config/secrets';
import { runtime } from '@/lib/runtime';
import { ServiceError } from '@/lib/services/errors';

const WINDOW_MS = 15 * 60_000;
/** Attempts in a window. An address may be a whole office, an e-mail is one person. */
export const MAX_PER_EMAIL = 10;
export const MAX_PER_ADDRESS = 50;

export type Attempt = { email: string; address: string | null; now: Date };

/**
 * Counts an attempt before the password is looked at, for e-mails that exist and that do not
 * alike. Keys are digests: the table tells nobody who tried to sign in.
 *
 * @throws ServiceError LIMIT_EXCEEDED with the seconds to wait.
 */
export async function countAttempt({ email, address, now }: Attempt): Promise<void> {
  const limits: [string, number][] = [[emailKey(email), MAX_PER_EMAIL]];
  if (address) limits.push([digest(`address:${address}`), MAX_PER_ADDRESS]);
  let wait = 0;
  for (const [key, max] of limits) {
    if ((await raise(key, now)) > max) wait = Math.max(wait, secondsLeft(now));
  }
  if (wait === 0) return;
  const minutes = Math.ceil(wait / 60);
  throw new ServiceError(
    'LIMIT_EXCEEDED',
    `Too many attempts to sign in. Wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and try again.`,
    { retryAfter: wait },
  );
}

/** A successful sign-in clears its e-mail's count, and drops windows long over. */
export async function forgetAttempts(email: string, now: Date): Promise<void> {
  await runtime().db.pool.query('DELETE FROM login_attempts WHERE key = $1 OR window_start < $2', [
    emailKey(email),
    new Date(now.getTime() - 4 * WINDOW_MS),
  ]);
}

/** Adds one and answers the count over the last window: this one and the due part of the one before. */
async function raise(key: string, now: Date): Promise<number> {
  const start = windowStart(now);
  const before = new Date(start.getTime() - WINDOW_MS);
  const { rows } = await runtime().db.pool.query<{ count: number; earlier: number | null }>(
    `INSERT INTO login_attempts (key, window_start, count) VALUES ($1, $2, 1)
     ON CONFLICT (key, window_start) DO UPDATE SET count = login_attempts.count + 1
     RETURNING count,
       (SELECT count FROM login_attempts WHERE key = $1 AND window_start = $3) AS earlier`,
    [key, start, before],
  );
  const overlap = 1 - (now.getTime() - start.getTime()) / WINDOW_MS;
  return (rows[0]?.count ?? 1) + Math.floor((rows[0]?.earlier ?? 0) * overlap);
}

function windowStart(now: Date): Date {
  return new Date(Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS);
}

function secondsLeft(now: Date): number {
  return Math.ceil((windowStart(now).getTime() + WINDOW_MS - now.getTime()) / 1000);
}

function emailKey(email: string): string {
  return digest(`email:${email}`);
}

function digest(text: string): string {
  return createHmac('sha256', deriveKey('digest')).update(text).digest('base64url');
}
