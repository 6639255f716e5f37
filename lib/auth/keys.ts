import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export type KeyKind = 'agent' | 'user';
export type ParsedKey = { kind: KeyKind; id: string; secret: string };

const SECRET_BYTES = 32;
/** The secret is hex, so that the last underscore always ends the id. */
const FORMAT = /^cap_(agent|user)_([a-z0-9_]{1,64})_([0-9a-f]{64})$/;

/** A new secret of 256 bits: the text to show once, and the hash to keep. */
export function makeKey(kind: KeyKind, id: string): { text: string; secretHash: string } {
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  return { text: `cap_${kind}_${id}_${secret}`, secretHash: hashSecret(secret) };
}

export function parseKey(text: string): ParsedKey | null {
  const match = FORMAT.exec(text);
  if (!match) return null;
  const [, kind, id = '', secret = ''] = match;
  return { kind: kind === 'agent' ? 'agent' : 'user', id, secret };
}

/** SHA-256 is enough here: the secret is random and as long as the hash, so nothing to guess. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

export function isSecret(secret: string, secretHash: string): boolean {
  return isSameText(hashSecret(secret), secretHash);
}

/** Compares two texts in a time that depends on neither. */
export function isSameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
