import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** Cost of a new hash: 32 MiB and some 150 ms on one core. Old hashes keep the cost they name. */
const COST = { log2N: 15, r: 8, p: 3 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** Bounds on what a stored hash may ask for, so that a planted one cannot exhaust memory. */
const MAX_LOG2N = 18;
const FORMAT =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;

type Stored = { log2N: number; r: number; p: number; salt: Buffer; key: Buffer };

/** `$scrypt$ln=<log2 N>,r=<r>,p=<p>$<salt>$<key>`, salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, { ...COST, salt, key: Buffer.alloc(KEY_BYTES) });
  const cost = `ln=${COST.log2N},r=${COST.r},p=${COST.p}`;
  return `$scrypt$${cost}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/**
 * Whether the password is the one hashed. Without a hash (unknown person, or one without a
 * password) the same work is done and the answer is no, so that time tells nothing.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const parsed = stored === null ? null : parse(stored);
  const against = parsed ?? {
    ...COST,
    salt: Buffer.alloc(SALT_BYTES),
    key: Buffer.alloc(KEY_BYTES),
  };
  const key = await derive(password, against);
  return timingSafeEqual(key, against.key) && parsed !== null;
}

function parse(stored: string): Stored | null {
  const match = FORMAT.exec(stored);
  if (!match) return null;
  const [, ln, r, p, salt = '', key = ''] = match;
  const parsed = {
    log2N: Number(ln),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
  const sane = parsed.log2N >= 1 && parsed.log2N <= MAX_LOG2N && parsed.r >= 1 && parsed.p >= 1;
  return sane && parsed.key.length > 0 ? parsed : null;
}

function derive(password: string, { log2N, r, p, salt, key }: Stored): Promise<Buffer> {
  const N = 2 ** log2N;
  const options: ScryptOptions = { N, r, p, maxmem: 128 * N * r * p + 32 * 1024 * 1024 };
  // NFC, so that the same letters typed on two keyboards are the same password.
  const text = password.normalize('NFC');
  return new Promise((resolve, reject) => {
    scrypt(text, salt, key.length, options, (error, derived) =>
      error ? reject(error) : resolve(derived),
    );
  });
}
