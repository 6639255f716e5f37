import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { authenticate } from '@/lib/auth/bearer';
import { updateAgent } from '@/lib/services/agents/update-agent';
import { ensureFirstAdmin } from '@/lib/services/people/ensure-first-admin';
import { updateUser } from '@/lib/services/people/update-user';
import { createTestRuntime, type TestRuntime } from '../../support/db';
import {
  makeAgent,
  makeAgentKey,
  makeTeam,
  makeTenant,
  makeToken,
  makeUser,
  userContext,
} from '../../support/fixtures';

const ADMIN_TOKEN = 'any string, as long as it has thirty-two';
let test: TestRuntime;
beforeAll(async () => {
  test = await createTestRuntime({ CAPSTAN_ADMIN_TOKEN: ADMIN_TOKEN.replaceAll(' ', '-') });
});
afterAll(() => test.cleanup());

const ask = (key: string | null, tenant?: string) =>
  authenticate(
    new Request('http://127.0.0.1/api/v1/agents', {
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(tenant ? { 'capstan-tenant': tenant } : {}),
      },
    }),
    'req_1',
  );

describe('agent keys', () => {
  it('name agent and tenant, and record their use without being waited for', async () => {
    const tenantId = await makeTenant();
    const team = await makeTeam(tenantId);
    const agentId = await makeAgent(tenantId, team);
    const { id, text } = await makeAgentKey(tenantId, agentId);
    const ctx = await ask(text);
    expect(ctx).toMatchObject({
      tenantId,
      door: 'rest',
      requestId: 'req_1',
      actor: { kind: 'agent', agentId, tenantId, keyId: id, ownerTeamId: team },
    });
    const used = () => test.db.prisma.agentKey.findUniqueOrThrow({ where: { id } });
    await vi.waitFor(async () => expect((await used()).lastUsedAt).not.toBeNull());
    const first = (await used()).lastUsedAt;
    await ask(text);
    expect((await used()).lastUsedAt).toEqual(first);
  });

  it('are refused when revoked, expired, wrong, or of an agent switched off', async () => {
    const tenantId = await makeTenant();
    const owner = await makeUser({ [tenantId]: ['member'] });
    const agentId = await makeAgent(tenantId, await makeTeam(tenantId, [owner.id]));
    const past = new Date(Date.now() - 1000);
    const revoked = await makeAgentKey(tenantId, agentId, { revokedAt: past });
    const expired = await makeAgentKey(tenantId, agentId, { expiresAt: past });
    const good = await makeAgentKey(tenantId, agentId);
    const forged = `${good.text.slice(0, -4)}${good.text.endsWith('0000') ? '1111' : '0000'}`;
    const unknown = { code: 'UNAUTHENTICATED', message: expect.stringContaining('not known') };
    await expect(ask(revoked.text)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringContaining('revoked'),
    });
    await expect(ask(expired.text)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringContaining('expired'),
    });
    await expect(ask(forged)).rejects.toMatchObject(unknown);
    // Without the secret nobody learns that a key was revoked.
    await expect(ask(`${revoked.text.slice(0, -64)}${'0'.repeat(64)}`)).rejects.toMatchObject(
      unknown,
    );
    await expect(ask(`cap_agent_key_none_${'0'.repeat(64)}`)).rejects.toMatchObject(unknown);
    await ask(good.text);
    const ctx = await userContext(owner.id, tenantId);
    await updateAgent({ ctx, input: { id: agentId, row_version: 1, active: false } });
    await expect(ask(good.text)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringContaining('switched off'),
    });
  });

  it('act in their own tenant only', async () => {
    const tenantId = await makeTenant();
    const agentId = await makeAgent(tenantId, await makeTeam(tenantId));
    const { text } = await makeAgentKey(tenantId, agentId);
    expect((await ask(text, tenantId)).tenantId).toBe(tenantId);
    await expect(ask(text, 'shared')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('personal tokens', () => {
  it('act in the only tenant, or in the one named', async () => {
    const a = await makeTenant();
    const b = await makeTenant();
    const one = await makeUser({ [a]: ['auditor'] });
    const two = await makeUser({ [a]: ['member'], [b]: ['admin'] });
    const tokenOne = (await makeToken(one.id)).text;
    const tokenTwo = (await makeToken(two.id)).text;
    expect((await ask(tokenOne)).tenantId).toBe(a);
    expect((await ask(tokenTwo, b)).actor).toMatchObject({
      kind: 'user',
      userId: two.id,
      rolesByTenant: { [a]: ['member'], [b]: ['admin'] },
      via: 'token',
    });
    await expect(ask(tokenTwo)).rejects.toMatchObject({
      code: 'VALIDATION',
      message: expect.stringMatching(new RegExp(`Capstan-Tenant.*${a}.*${b}`)),
    });
    await expect(ask(tokenOne, b)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('end at once when their person is deactivated', async () => {
    const tenantId = await makeTenant();
    const admin = await makeUser({ [tenantId]: ['admin'] });
    const person = await makeUser({ [tenantId]: ['member'] });
    const { id, text } = await makeToken(person.id);
    await ask(text);
    const ctx = await userContext(admin.id, tenantId);
    await updateUser({ ctx, input: { id: person.id, row_version: 1, active: false } });
    await expect(ask(text)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    // Back again, the person has to make a new one.
    await updateUser({ ctx, input: { id: person.id, row_version: 2, active: true } });
    await expect(ask(text)).rejects.toMatchObject({ message: expect.stringContaining('revoked') });
    const token = await test.db.prisma.accessToken.findUniqueOrThrow({ where: { id } });
    expect(token.revokedAt).not.toBeNull();
  });

  it('of somebody without roles say whom to ask', async () => {
    const person = await makeUser();
    const { text } = await makeToken(person.id);
    await expect(ask(text)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('Ask an admin'),
    });
  });
});

describe('no key', () => {
  it.each([null, '', 'x'])('is UNAUTHENTICATED: %j', async (key) => {
    await expect(ask(key)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('CAPSTAN_ADMIN_TOKEN', () => {
  it('is the first admin, made once by whoever comes first', async () => {
    const made = await Promise.all([ensureFirstAdmin(true), ensureFirstAdmin(true)]);
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await ensureFirstAdmin(true)).toBe(false);
    const ctx = await ask(ADMIN_TOKEN.replaceAll(' ', '-'));
    expect(ctx).toMatchObject({
      tenantId: 'shared',
      actor: { kind: 'user', rolesByTenant: { shared: ['admin'] } },
    });
    const shown = test.runtime.welcome.join('\n');
    expect(shown).toMatch(/admin: admin@capstan\.local {2}\S{24}/);
    expect(shown).not.toContain('reviewer');
  });
});
