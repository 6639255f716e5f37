import { scrypt } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { hashPassword, isPassword } from '@/lib/auth/password';

vi.mock('node:crypto', async (load) => {
  const actual = await load<typeof import('node:crypto')>();
  return { ...actual, scrypt: vi.fn(actual.scrypt) };
});

describe('passwords', () => {
  it('accepts the password hashed and no other', async () => {
    const hash = await hashPassword('correct horse battery');
    expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
    expect(await isPassword('correct horse battery', hash)).toBe(true);
    expect(await isPassword('correct horse batterY', hash)).toBe(false);
  });

  it('salts: equal passwords have different hashes', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
  });

  it('reads the cost from the hash, so that older hashes stay valid', async () => {
    // scrypt('old', 16 zero bytes, N=2^10, r=8, p=1), from another implementation.
    const { scryptSync } = await import('node:crypto');
    const key = scryptSync('old', Buffer.alloc(16), 32, { N: 1024, r: 8, p: 1 });
    const salt = Buffer.alloc(16).toString('base64url');
    const hash = `$scrypt$ln=10,r=8,p=1$${salt}$${key.toString('base64url')}`;
    expect(await isPassword('old', hash)).toBe(true);
  });

  it('treats composed and decomposed letters alike', async () => {
    const hash = await hashPassword('caf\u00e9 noir');
    expect(await isPassword('cafe\u0301 noir', hash)).toBe(true);
  });

  it.each([null, '', 'plain', '$scrypt$ln=40,r=8,p=1$AAAA$AAAA', '$scrypt$ln=0,r=8,p=1$AAAA$AAAA'])(
    'says no to %s',
    async (stored) => {
      expect(await isPassword('anything', stored)).toBe(false);
    },
  );

  it('does the same work for nobody as for somebody', async () => {
    const hash = await hashPassword('x');
    const workFor = async (stored: string | null) => {
      vi.mocked(scrypt).mockClear();
      await isPassword('wrong', stored);
      return vi.mocked(scrypt).mock.calls.map(([, , length, options]) => ({ length, options }));
    };
    const known = await workFor(hash);
    expect(known).toHaveLength(1);
    expect(await workFor(null)).toEqual(known);
    expect(await workFor('$scrypt$nonsense')).toEqual(known);
  });
});
