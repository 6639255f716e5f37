import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { config } from './env';

/** What a key is for. A key of one purpose opens nothing of another. */
export type KeyPurpose = 'session' | 'digest' | 'seal' | 'webhook' | 'broker' | 'cursor';

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

let cache: { secret: string; keys: Map<KeyPurpose, Buffer> } | undefined;

/** 32 bytes for one purpose, by HKDF-SHA256 (RFC 5869) from the install's secret. */
export function deriveKey(purpose: KeyPurpose, secret: string = config().secret): Buffer {
  if (cache?.secret !== secret) cache = { secret, keys: new Map() };
  const known = cache.keys.get(purpose);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', secret, 'capstan', `capstan/${purpose}/v1`, 32));
  cache.keys.set(purpose, key);
  return key;
}

/**
 * Encrypts for storage: AES-256-GCM, a fresh nonce, laid out
 * `version(1) | nonce(12) | tag(16) | ciphertext`. `context` is authenticated and
 * must be given again to open it, so that a value cannot be moved to another row.
 */
export function seal(plain: Uint8Array | string, context = ''): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey('seal'), iv);
  cipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  const sealed = Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), body]);
  return new Uint8Array(sealed);
}

/** Opens what {@link seal} made. @throws Error when it was changed, moved, or sealed by another secret */
export function unseal(sealed: Uint8Array, context = ''): Buffer {
  const data = Buffer.from(sealed);
  const start = 1 + IV_BYTES + TAG_BYTES;
  if (data.length < start || data[0] !== VERSION) {
    throw new Error('This is not a value sealed by this build.');
  }
  const decipher = createDecipheriv(
    'aes-256-gcm',
    deriveKey('seal'),
    data.subarray(1, 1 + IV_BYTES),
  );
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(data.subarray(1 + IV_BYTES, start));
  try {
    return Buffer.concat([decipher.update(data.subarray(start)), decipher.final()]);
  } catch {
    throw new Error(
      'The sealed value does not open: CAPSTAN_SECRET is not the one it was sealed with.',
    );
  }
}
