import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * A new id `<prefix>_<26 characters>`: 48 bits of milliseconds, then 80 random bits, in
 * Crockford's base 32, so that ids sort by the time they were made.
 */
export function newId(prefix: string, now = Date.now()): string {
  let time = '';
  let rest = now;
  for (let index = 0; index < 10; index += 1) {
    time = ALPHABET.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  let random = '';
  for (const byte of randomBytes(16)) random += ALPHABET.charAt(byte % 32);
  return `${prefix}_${time}${random}`;
}
