const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 20;

/** A random password of 116 bits, without letters that look alike. */
export function makePassword(): string {
  const out: string[] = [];
  while (out.length < LENGTH) {
    const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
    for (const byte of bytes) {
      // Bytes past the last whole multiple would make some letters likelier.
      if (byte < ALPHABET.length * 4 && out.length < LENGTH) {
        out.push(ALPHABET.charAt(byte % ALPHABET.length));
      }
    }
  }
  return out.join('');
}
