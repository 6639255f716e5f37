import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticate } from '@/lib/auth/bearer';
import { createUserSchema, listUsersSchema } from '@/lib/schemas/people';
import { createToken } from '@/lib/services/people/create-token';
import { createUser } from '@/lib/services/people/create-user';
import { getUser } from '@/lib/services/people/get-user';
import { listTokens } from '@/lib/services/people/list-tokens';
import { listUsers } from '@/lib/services/people/list-users';
import { listUsersView } from '@/lib/services/people/list-users-view';
import { revokeToken } from '@/lib/services/people/revoke-token';
import { updateUser } from '@/lib/services/people/update-user';
import { createTestRuntime, type TestRuntime } from '../../support/db';
import { auditOf, makeTeam, makeTenant, makeUser, userContext } from '../../support/fixtures';

let test: TestRuntime;
let tenantId: string;
let other: string;
let admin: string;
let member: string;
beforeAll(async () => {
  test = await createTestRuntime();
  tenantId = await makeTenant();
  other = await makeTenant();
  admin = (await makeUser({ [tenantId]: ['admin'] })).id;
  member = (await makeUser({ [tenantId]: ['member'] })).id;
});
afterAll(() => test.cleanup());

const asAdmin = () => userContext(admin, tenantId);
const asMember = () => userContext(member, tenantId);
const newUser = (email: string, roles: { tenant: string; role: 'admin' | 'member' }[] = []) =>
  createUserSchema.parse({ email, name: 'New', roles });

describe('making an account', () => {
  it('gives the roles named and is on record without the password', async () => {
    const input = createUserSchema.parse({
      email: 'Grace@Example.com',
      name: 'Grace',
      password: 'a password of grace',
      roles: [{ tenant: tenantId, role: 'reviewer' }],
    });
    const user = await createUser({ ctx: await asAdmin(), input });
    expect(user).toMatchObject({
      email: 'grace@example.com',
      active: true,
      has_password: true,
      roles: [{ tenant: tenantId, role: 'reviewer' }],
      row_version: 1,
    });
    const trail = await auditOf('user', user.id);
    expect(trail).toMatchObject([
      { action: 'user.create', tenantId, actorId: admin, door: 'rest' },
    ]);
    expect(JSON.stringify(trail)).not.toContain('a password of grace');
  });

  it('takes an admin of every tenant named', async () => {
    const here = newUser('a1@example.com', [{ tenant: tenantId, role: 'member' }]);
    await expect(createUser({ ctx: await asMember(), input: here })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const there = newUser('a2@example.com', [{ tenant: other, role: 'admin' }]);
    await expect(createUser({ ctx: await asAdmin(), input: there })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await test.db.prisma.user.count({ where: { email: 'a2@example.com' } })).toBe(0);
  });

  it('refuses an e-mail that is taken, at once from two sides too', async () => {
    const ctx = await asAdmin();
    const input = newUser('twice@example.com');
    const results = await Promise.allSettled([
      createUser({ ctx, input }),
      createUser({ ctx, input }),
    ]);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(createUser({ ctx, input })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { errors: [{ path: 'email' }] },
    });
  });
});

describe('seeing people', () => {
  it('shows those of the tenant, and of others only to an admin of shared', async () => {
    const stranger = await makeUser({ [other]: ['member'] });
    const ctx = await asMember();
    const { items } = await listUsers({ ctx, input: listUsersSchema.parse({ limit: 200 }) });
    expect(items.map((user) => user.id)).toContain(member);
    expect(items.map((user) => user.id)).not.toContain(stranger.id);
    await expect(getUser({ ctx, id: stranger.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const root = await makeUser({ shared: ['admin'] });
    const rootCtx = await userContext(root.id, 'shared');
    expect((await getUser({ ctx: rootCtx, id: stranger.id })).id).toBe(stranger.id);
  });

  it('hides roles in tenants the caller is not in', async () => {
    const both = await makeUser({ [tenantId]: ['member'], [other]: ['admin'] });
    const seen = await getUser({ ctx: await asMember(), id: both.id });
    expect(seen.roles).toEqual([{ tenant: tenantId, role: 'member' }]);
  });

  it('pages by name, and the table sorts, filters and counts', async () => {
    const ctx = await asAdmin();
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const input = listUsersSchema.parse({ limit: 2, ...(cursor ? { cursor } : {}) });
      const page = await listUsers({ ctx, input });
      ids.push(...page.items.map((user) => user.id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(new Set(ids).size).toBe(ids.length);
    const view = await listUsersView({
      ctx,
      input: {
        q: '',
        sort: { id: 'email', desc: true },
        filters: { role: ['admin'], state: ['active'] },
        page: 1,
        pageSize: 25,
      },
    });
    expect(view).toMatchObject({ total: 1, rows: [{ id: admin }] });
  });
});

describe('changing roles', () => {
  it('replaces the set in tenants one administers and leaves the others alone', async () => {
    const both = await makeUser({ [tenantId]: ['member'], [other]: ['admin'] });
    const ctx = await asAdmin();
    const roles = [{ tenant: tenantId, role: 'reviewer' as const }];
    const user = await updateUser({ ctx, input: { id: both.id, row_version: 1, roles } });
    expect(user.roles).toEqual(roles);
    const kept = await test.db.prisma.roleAssignment.findMany({ where: { userId: both.id } });
    expect(kept.map((row) => `${row.tenantId} ${row.role}`).sort()).toEqual(
      [`${tenantId} reviewer`, `${other} admin`].sort(),
    );
    expect(await auditOf('user', both.id)).toMatchObject([
      {
        action: 'user.roles',
        tenantId,
        before: { roles: ['member'] },
        after: { roles: ['reviewer'] },
      },
    ]);
    const forbidden = [{ tenant: other, role: 'reviewer' as const }];
    await expect(
      updateUser({ ctx, input: { id: both.id, row_version: 2, roles: forbidden } }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('takes somebody without a role out of the teams of that tenant', async () => {
    const person = await makeUser({ [tenantId]: ['member'] });
    const team = await makeTeam(tenantId, [person.id]);
    const ctx = await asAdmin();
    await updateUser({ ctx, input: { id: person.id, row_version: 1, roles: [] } });
    expect(await test.db.prisma.teamMember.count({ where: { tenantId, teamId: team } })).toBe(0);
  });

  it('loses the race against somebody who was first', async () => {
    const person = await makeUser({ [tenantId]: ['member'] });
    const ctx = await asAdmin();
    const input = { id: person.id, row_version: 1, name: 'Renamed' };
    await updateUser({ ctx, input });
    await expect(updateUser({ ctx, input })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('never leaves a tenant without an active admin, whoever is faster', async () => {
    const alone = await makeTenant();
    const a = await makeUser({ [alone]: ['admin'] });
    const b = await makeUser({ [alone]: ['admin'] });
    const [ctxA, ctxB] = [await userContext(a.id, alone), await userContext(b.id, alone)];
    const results = await Promise.allSettled([
      updateUser({ ctx: ctxA, input: { id: b.id, row_version: 1, roles: [] } }),
      updateUser({ ctx: ctxB, input: { id: a.id, row_version: 1, active: false } }),
    ]);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    const left = await test.db.prisma.roleAssignment.count({
      where: { tenantId: alone, role: 'admin', user: { active: true } },
    });
    expect(left).toBe(1);
  });
});

describe('an account', () => {
  it('of somebody with roles elsewhere is for an admin there or of shared', async () => {
    const both = await makeUser({ [tenantId]: ['member'], [other]: ['member'] });
    const input = { id: both.id, row_version: 1, active: false };
    await expect(updateUser({ ctx: await asAdmin(), input })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('roles in other tenants'),
    });
    const root = await makeUser({ shared: ['admin'] });
    const rootCtx = await userContext(root.id, 'shared');
    expect((await updateUser({ ctx: rootCtx, input })).active).toBe(false);
  });

  it('is not deactivated by its own person, nor by a member', async () => {
    const second = await makeUser({ [tenantId]: ['admin'] });
    const self = await userContext(second.id, tenantId);
    const input = { id: second.id, row_version: 1, active: false };
    await expect(updateUser({ ctx: self, input })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(updateUser({ ctx: await asMember(), input })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('access tokens', () => {
  it('are made by oneself, shown once, listed without their secret, and revoked', async () => {
    const ctx = await asMember();
    const input = { user_id: member, name: 'laptop', expires_at: null };
    const { id, token } = await createToken({ ctx, input });
    const headers = { authorization: `Bearer ${token}` };
    const known = await authenticate(new Request('http://127.0.0.1/', { headers }), 'req_1');
    expect(known.actor).toMatchObject({ userId: member });
    const list = await listTokens({ ctx, input: { user_id: member } });
    expect(list.items).toMatchObject([{ id, name: 'laptop', revoked_at: null }]);
    const secret = token.slice(-64);
    expect(JSON.stringify(list)).not.toContain(secret);
    expect(JSON.stringify(await auditOf('user', member))).not.toContain(secret);
    const stored = await test.db.prisma.accessToken.findUniqueOrThrow({ where: { id } });
    expect(stored.secretHash).not.toContain(secret);
    // An admin may end it, and nobody else may make one.
    const adminCtx = await asAdmin();
    await expect(createToken({ ctx: adminCtx, input })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await revokeToken({ ctx: adminCtx, input: { user_id: member, token_id: id } });
    await revokeToken({ ctx: adminCtx, input: { user_id: member, token_id: id } });
    await expect(
      authenticate(new Request('http://127.0.0.1/', { headers }), 'req_1'),
    ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const actions = (await auditOf('user', member)).map((entry) => entry.action);
    expect(actions).toEqual(['token.create', 'token.revoke']);
  });

  it('of others are not seen by members; an end in the past is refused', async () => {
    const ctx = await asMember();
    await expect(listTokens({ ctx, input: { user_id: admin } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const input = { user_id: member, name: 'x', expires_at: '2020-01-01T00:00:00Z' };
    await expect(createToken({ ctx, input })).rejects.toMatchObject({
      code: 'VALIDATION',
      details: { errors: [{ path: 'expires_at' }] },
    });
  });
});
