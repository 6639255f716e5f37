import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const SEQUENCE_LENGTH = 16;

/** The process's sequence: starts at random, far below its end, and only ever grows. */
let sequence: readonly number[] = [...randomBytes(SEQUENCE_LENGTH)].map((byte, index) =>
  index === 0 ? byte % 16 : byte % 32,
);

/**
 * A new id `<prefix>_<26 characters>`: 48 bits of milliseconds, then 80 bits of a sequence that
 * starts at random in each process, in Crockford's base 32. Ids sort by their time, and those of
 * one time and process by the order they were made in, whatever was made between them: rows of one
 * change keep their order.
 */
export function newId(prefix: string, now = Date.now()): string {
  let time = '';
  let rest = now;
  for (let index = 0; index < 10; index += 1) {
    time = ALPHABET.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  sequence = increment(sequence);
  return `${prefix}_${time}${sequence.map((digit) => ALPHABET.charAt(digit)).join('')}`;
}

function increment(digits: readonly number[]): number[] {
  const next = [...digits];
  for (let index = next.length - 1; index >= 0; index -= 1) {
    const digit = (next[index] ?? 0) + 1;
    next[index] = digit % 32;
    if (digit < 32) break;
  }
  return next;
}
