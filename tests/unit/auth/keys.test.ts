import { describe, expect, it } from 'vitest';
import { isSameText, isSecret, makeKey, parseKey } from '@/lib/auth/keys';

describe('keys', () => {
  it.each(['agent', 'user'] as const)('makes a %s key that parses back and matches', (kind) => {
    const { text, secretHash } = makeKey(kind, 'key_01h');
    const parsed = parseKey(text);
    expect(parsed).toMatchObject({ kind, id: 'key_01h' });
    expect(parsed && isSecret(parsed.secret, secretHash)).toBe(true);
    expect(secretHash).not.toContain(parsed?.secret ?? '');
  });

  it('has 256 bits that never repeat', () => {
    const secrets = new Set(
      Array.from({ length: 100 }, () => parseKey(makeKey('agent', 'a').text)?.secret),
    );
    expect(secrets.size).toBe(100);
    for (const secret of secrets) expect(secret).toHaveLength(64);
  });

  it('refuses another secret', () => {
    const { secretHash } = makeKey('agent', 'a');
    expect(isSecret('0'.repeat(64), secretHash)).toBe(false);
  });

  it.each([
    '',
    'cap_agent_',
    `cap_admin_a_${'0'.repeat(64)}`,
    `cap_agent_a_${'0'.repeat(63)}`,
    `cap_agent_a_${'G'.repeat(64)}`,
    `cap_agent_${'a'.repeat(65)}_${'0'.repeat(64)}`,
    ` cap_agent_a_${'0'.repeat(64)}`,
  ])('does not parse %j', (text) => {
    expect(parseKey(text)).toBeNull();
  });

  it('compares texts of any length', () => {
    expect(isSameText('abc', 'abc')).toBe(true);
    expect(isSameText('abc', 'abcd')).toBe(false);
    expect(isSameText('', '')).toBe(true);
  });
});
