import { createHmac, randomBytes } from 'node:crypto';
import { seal, unseal } from '@/lib/config/secrets';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

type Key = { tenantId: string; id: string };

/** Bound to its row: a sealed secret moved to another webhook does not open. */
const contextOf = ({ tenantId, id }: Key) => `webhook/${tenantId}/${id}`;

/** A new secret as its receiver gets it, and as the database keeps it. */
export function makeSecret(key: Key): { text: string; sealed: Uint8Array<ArrayBuffer> } {
  const bytes = randomBytes(SECRET_BYTES);
  return { text: `${PREFIX}${bytes.toString('base64')}`, sealed: seal(bytes, contextOf(key)) };
}

/** Null when the secret was sealed under another CAPSTAN_SECRET. */
export function openSecret(key: Key, sealed: Uint8Array): Buffer | null {
  try {
    return unseal(sealed, contextOf(key));
  } catch {
    return null;
  }
}

/**
 * The headers a receiver verifies, by the Standard Webhooks specification:
 * `v1,<base64 of HMAC-SHA256 over id.timestamp.body>`, the timestamp in whole seconds.
 */
export function signedHeaders(secret: Buffer, id: string, at: Date, body: string) {
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${mac}`,
  };
}
