import { readFileSync, statSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { ensureFirstAdmin } from '@/lib/services/people/ensure-first-admin';
import { signInWithPassword } from '@/lib/services/people/sign-in';
import { createTestRuntime, type TestRuntime, temporaryFolder } from '../../support/db';
import { auditOf } from '../../support/fixtures';

let test: TestRuntime | undefined;
afterEach(() => test?.cleanup());

const signIn = (email: string, password: string) =>
  signInWithPassword({ email, password, address: null, now: new Date() });

describe('the first admin', () => {
  it('of the demo comes with a reviewer; without a terminal a private file holds both', async () => {
    test = await createTestRuntime({ CAPSTAN_DEMO: 'true' });
    const folder = temporaryFolder();
    test.runtime.config.dataDir = folder.path;
    try {
      expect(await ensureFirstAdmin(false)).toBe(true);
      const line = test.runtime.welcome.join('\n');
      const file = /in (\S+first-sign-in\.txt);/.exec(line)?.[1] ?? '';
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const text = readFileSync(file, 'utf8');
      const [, admin = ''] = /admin: admin@capstan\.local {2}(\S+)/.exec(text) ?? [];
      const [, reviewer = ''] = /reviewer: reviewer@capstan\.local {2}(\S+)/.exec(text) ?? [];
      expect(line).not.toContain(admin);
      expect(await signIn('admin@capstan.local', admin)).not.toBeNull();
      const second = await signIn('reviewer@capstan.local', reviewer);
      const trail = await auditOf('user', second?.userId ?? '');
      expect(trail.map((entry) => entry.action)).toEqual(['user.create']);
      expect(JSON.stringify(trail)).not.toContain(reviewer);
    } finally {
      folder.remove();
    }
  });

  it('is the configured one, and nothing is shown', async () => {
    test = await createTestRuntime({
      CAPSTAN_ADMIN_EMAIL: 'Ada@Example.com',
      CAPSTAN_ADMIN_PASSWORD: 'a password of twelve',
    });
    await ensureFirstAdmin(true);
    expect(test.runtime.welcome).toEqual([]);
    expect(await signIn('ada@example.com', 'a password of twelve')).not.toBeNull();
    const team = await test.db.prisma.teamMember.findFirst({ where: { teamId: 'platform' } });
    expect(team?.tenantId).toBe('shared');
  });
});
