import { encode } from 'next-auth/jwt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionSecret } from '@/lib/auth/next-auth';
import { actorOfToken } from '@/lib/auth/session';
import { changePassword } from '@/lib/services/people/change-password';
import { signInWithPassword } from '@/lib/services/people/sign-in';
import { MAX_PER_ADDRESS, MAX_PER_EMAIL } from '@/lib/services/people/sign-in-limits';
import { signOutEverywhere } from '@/lib/services/people/sign-out-everywhere';
import { updateUser } from '@/lib/services/people/update-user';
import { createTestRuntime, type TestRuntime } from '../../support/db';
import { auditOf, makeTenant, makeUser, userContext } from '../../support/fixtures';

const PASSWORD = 'correct horse battery';
let test: TestRuntime;
let tenantId: string;
beforeAll(async () => {
  test = await createTestRuntime();
  tenantId = await makeTenant();
});
afterAll(() => test.cleanup());

const signIn = (email: string, password: string, address: string | null = null, now = new Date()) =>
  signInWithPassword({ email, password, address, now });
const person = () => makeUser({ [tenantId]: ['member'] }, { password: PASSWORD });

describe('signing in by password', () => {
  it('takes the right password, whatever the case of the e-mail', async () => {
    const user = await person();
    expect(await signIn(` ${user.email.toUpperCase()} `, PASSWORD)).toEqual({
      userId: user.id,
      email: user.email,
      name: user.name,
      sessionEpoch: 0,
    });
  });

  it('answers unknown, wrong, deactivated and password-less people alike', async () => {
    const active = await person();
    const gone = await makeUser({}, { password: PASSWORD, active: false });
    const viaProvider = await makeUser({});
    expect(await signIn('nobody@example.com', PASSWORD)).toBeNull();
    expect(await signIn(active.email, 'wrong')).toBeNull();
    expect(await signIn(gone.email, PASSWORD)).toBeNull();
    expect(await signIn(viaProvider.email, '')).toBeNull();
  });

  it('limits attempts by e-mail, known or not, and a success starts over', async () => {
    const user = await person();
    const now = new Date('2030-01-01T00:01:00Z');
    for (const email of [user.email, 'ghost@example.com']) {
      expect(await signIn(email, 'wrong', null, now)).toBeNull();
      await test.db.prisma.loginAttempt.updateMany({ data: { count: MAX_PER_EMAIL - 1 } });
      expect(await signIn(email, 'wrong', null, now)).toBeNull();
      await expect(signIn(email, PASSWORD, null, now)).rejects.toMatchObject({
        code: 'LIMIT_EXCEEDED',
        details: { retryAfter: 14 * 60 },
      });
    }
    const later = new Date('2030-01-01T00:40:00Z');
    expect(await signIn(user.email, 'wrong', null, later)).toBeNull();
    expect(await signIn(user.email, PASSWORD, null, later)).not.toBeNull();
    const rows = await test.db.prisma.loginAttempt.findMany();
    expect(JSON.stringify(rows)).not.toContain(user.email);
  });

  it('limits attempts by address over many e-mails', async () => {
    const now = new Date('2030-02-01T00:00:00Z');
    await test.db.prisma.loginAttempt.deleteMany();
    await signIn('a@example.com', 'x', '192.0.2.1', now);
    await test.db.prisma.loginAttempt.updateMany({ data: { count: MAX_PER_ADDRESS } });
    await expect(signIn('b@example.com', 'x', '192.0.2.1', now)).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
    });
    expect(await signIn('b@example.com', 'x', '192.0.2.2', now)).toBeNull();
  });
});

describe('a session', () => {
  const tokenOf = (userId: string, epoch: number) =>
    encode({ token: { sub: userId, epoch }, secret: sessionSecret() });

  it('names a person and nothing they may do', async () => {
    const user = await person();
    const token = await tokenOf(user.id, 0);
    expect(await actorOfToken(token)).toMatchObject({
      userId: user.id,
      rolesByTenant: { [tenantId]: ['member'] },
      via: 'session',
    });
    const extra = { tenantId, userId: user.id, role: 'reviewer' };
    await test.db.prisma.roleAssignment.create({ data: extra });
    expect((await actorOfToken(token))?.rolesByTenant[tenantId]).toHaveLength(2);
  });

  it('ends at once on deactivation, a new password or signing out everywhere', async () => {
    const admin = await makeUser({ [tenantId]: ['admin'] });
    const ctx = await userContext(admin.id, tenantId);
    const user = await person();
    const token = await tokenOf(user.id, 0);
    await signOutEverywhere({ ctx: await userContext(user.id, tenantId) });
    expect(await actorOfToken(token)).toBeNull();
    const second = await tokenOf(user.id, 1);
    expect(await actorOfToken(second)).not.toBeNull();
    await updateUser({ ctx, input: { id: user.id, row_version: 1, password: 'another password' } });
    expect(await actorOfToken(second)).toBeNull();
    const third = await tokenOf(user.id, 2);
    await updateUser({ ctx, input: { id: user.id, row_version: 2, active: false } });
    expect(await actorOfToken(third)).toBeNull();
    const actions = (await auditOf('user', user.id)).map((entry) => entry.action);
    expect(actions.sort()).toEqual(['user.deactivate', 'user.sign_out_everywhere', 'user.update']);
  });

  it.each(['', 'x', 'eyJhbGciOiJub25lIn0.e30.'])('is nothing: %j', async (token) => {
    expect(await actorOfToken(token)).toBeNull();
  });
});

describe('changing the own password', () => {
  it('takes the current one and ends every session', async () => {
    const user = await person();
    const ctx = await userContext(user.id, tenantId);
    const next = 'a new password, longer';
    await expect(
      changePassword({ ctx, input: { current_password: 'wrong', new_password: next } }),
    ).rejects.toMatchObject({
      code: 'VALIDATION',
      details: { errors: [{ path: 'current_password' }] },
    });
    await changePassword({ ctx, input: { current_password: PASSWORD, new_password: next } });
    expect(await signIn(user.email, PASSWORD)).toBeNull();
    expect(await signIn(user.email, next)).toMatchObject({ sessionEpoch: 1 });
    const trail = await auditOf('user', user.id);
    expect(trail.map((entry) => entry.action)).toEqual(['user.password']);
  });

  it('happens once when two try at the same moment', async () => {
    const user = await person();
    const ctx = await userContext(user.id, tenantId);
    const passwords = ['the first new password', 'the second new password'];
    const outcomes = await Promise.allSettled(
      passwords.map((next) =>
        changePassword({ ctx, input: { current_password: PASSWORD, new_password: next } }),
      ),
    );
    const lost = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(lost).toMatchObject([{ code: 'CONFLICT' }]);
    const won = passwords[outcomes.findIndex((one) => one.status === 'fulfilled')] ?? '';
    expect(await signIn(user.email, won)).toMatchObject({ sessionEpoch: 1 });
  });

  it('is not for people of the identity provider', async () => {
    const user = await makeUser({ [tenantId]: ['member'] });
    const ctx = await userContext(user.id, tenantId);
    const input = { current_password: '', new_password: 'a new password, longer' };
    await expect(changePassword({ ctx, input })).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
