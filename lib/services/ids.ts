import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RANDOM_LENGTH = 16;

let last = { time: -1, digits: [] as number[] };

/**
 * A new id `<prefix>_<26 characters>`: 48 bits of milliseconds, then 80 random bits, in
 * Crockford's base 32, so that ids sort by the time they were made. Within one millisecond of one
 * process each is the next number after the one before, so that rows of one change keep their order.
 */
export function newId(prefix: string, now = Date.now()): string {
  let time = '';
  let rest = now;
  for (let index = 0; index < 10; index += 1) {
    time = ALPHABET.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  const digits = now === last.time ? increment(last.digits) : randomDigits();
  last = { time: now, digits };
  return `${prefix}_${time}${digits.map((digit) => ALPHABET.charAt(digit)).join('')}`;
}

function randomDigits(): number[] {
  return [...randomBytes(RANDOM_LENGTH)].map((byte) => byte % 32);
}

/** The next number; after the very last one it starts over at random, which one in 2^80 meets. */
function increment(digits: readonly number[]): number[] {
  const next = [...digits];
  for (let index = next.length - 1; index >= 0; index -= 1) {
    const digit = (next[index] ?? 0) + 1;
    if (digit < 32) {
      next[index] = digit;
      return next;
    }
    next[index] = 0;
  }
  return randomDigits();
}
