import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProfileSchema } from '@/lib/schemas/profiles';
import { listTeamsSchema } from '@/lib/schemas/teams';
import { findUserActor } from '@/lib/services/people/load-user-actor';
import {
  createProfile,
  deleteProfile,
  updateProfile,
} from '@/lib/services/profiles/change-profile';
import { listProfiles } from '@/lib/services/profiles/list-profiles';
import { getSettings, readSettings } from '@/lib/services/settings/get-settings';
import { updateSettings } from '@/lib/services/settings/update-settings';
import { addMember, removeMember } from '@/lib/services/teams/change-members';
import { createTeam } from '@/lib/services/teams/create-team';
import { getTeam, listTeams } from '@/lib/services/teams/list-teams';
import { archiveTeam, updateTeam } from '@/lib/services/teams/update-team';
import { createTenant } from '@/lib/services/tenants/create-tenant';
import { listTenants } from '@/lib/services/tenants/list-tenants';
import { createTestRuntime, type TestRuntime } from '../../support/db';
import {
  auditOf,
  makeAgent,
  makeTeam,
  makeTenant,
  makeUser,
  uniqueId,
  userContext,
} from '../../support/fixtures';

let test: TestRuntime;
let tenantId: string;
let admin: string;
let member: string;
beforeAll(async () => {
  test = await createTestRuntime({ CAPSTAN_DEFAULT_TOP_K: '6' });
  tenantId = await makeTenant();
  admin = (await makeUser({ [tenantId]: ['admin'] })).id;
  member = (await makeUser({ [tenantId]: ['member'] })).id;
});
afterAll(() => test.cleanup());

const asAdmin = () => userContext(admin, tenantId);
const asMember = () => userContext(member, tenantId);
const forbidden = { code: 'FORBIDDEN' };

describe('teams', () => {
  it('are made, renamed, archived and brought back by an admin, on record', async () => {
    const ctx = await asAdmin();
    const id = uniqueId('team');
    await expect(
      createTeam({ ctx: await asMember(), input: { id, name: 'X' } }),
    ).rejects.toMatchObject(forbidden);
    await createTeam({ ctx, input: { id, name: 'First' } });
    await expect(createTeam({ ctx, input: { id, name: 'Again' } })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    const renamed = await updateTeam({ ctx, input: { id, row_version: 1, name: 'Second' } });
    expect(renamed).toMatchObject({ name: 'Second', row_version: 2, tenant: tenantId });
    await expect(
      updateTeam({ ctx, input: { id, row_version: 1, name: 'Late' } }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    await archiveTeam({ ctx, id });
    await archiveTeam({ ctx, id });
    const listed = await listTeams({ ctx, input: listTeamsSchema.parse({ q: id }) });
    expect(listed.items).toEqual([]);
    await updateTeam({ ctx, input: { id, row_version: 3, archived: false } });
    const actions = (await auditOf('team', id)).map((entry) => entry.action).sort();
    expect(actions).toEqual(['team.archive', 'team.create', 'team.restore', 'team.update']);
  });

  it('have members of their tenant only; an archived team makes nobody an owner', async () => {
    const ctx = await asAdmin();
    const id = await makeTeam(tenantId);
    const stranger = await makeUser({ shared: ['member'] });
    await expect(addMember({ ctx, input: { id, user: stranger.id } })).rejects.toMatchObject({
      code: 'VALIDATION',
      details: { errors: [{ path: 'user' }] },
    });
    const team = await addMember({ ctx, input: { id, user: member } });
    await addMember({ ctx, input: { id, user: member } });
    expect(team.members.map((user) => user.id)).toEqual([member]);
    const owns = async () => (await findUserActor(member, 'token'))?.actor.teams;
    expect(await owns()).toContainEqual({ tenantId, teamId: id });
    await archiveTeam({ ctx, id });
    expect(await owns()).not.toContainEqual({ tenantId, teamId: id });
    await removeMember({ ctx, input: { id, user: member } });
    await removeMember({ ctx, input: { id, user: member } });
    const actions = (await auditOf('team', id)).map((entry) => entry.action);
    expect(actions.sort()).toEqual(['team.add_member', 'team.archive', 'team.remove_member']);
  });

  it('of another tenant are not there', async () => {
    const id = await makeTeam(await makeTenant());
    const ctx = await asAdmin();
    await expect(getTeam({ ctx, id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(archiveTeam({ ctx, id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('tenants', () => {
  it('are added by an admin of shared, who becomes admin of the new one', async () => {
    const root = await makeUser({ shared: ['admin'] });
    const ctx = await userContext(root.id, 'shared');
    const id = uniqueId('tn');
    const input = { id, name: 'New' };
    await expect(createTenant({ ctx: await asAdmin(), input })).rejects.toMatchObject(forbidden);
    await createTenant({ ctx, input });
    await expect(createTenant({ ctx, input })).rejects.toMatchObject({ code: 'CONFLICT' });
    const actor = (await findUserActor(root.id, 'token'))?.actor;
    expect(actor?.rolesByTenant[id]).toEqual(['admin']);
    expect(await auditOf('tenant', id)).toMatchObject([{ action: 'tenant.create' }]);
    const all = await listTenants({ ctx });
    expect(all.items.map((tenant) => tenant.id)).toEqual(expect.arrayContaining([id, tenantId]));
    const own = await listTenants({ ctx: await asMember() });
    expect(own.items.map((tenant) => tenant.id)).toEqual([tenantId]);
  });
});

describe('settings', () => {
  it('start from the configuration and change field by field', async () => {
    const ctx = await asAdmin();
    expect(await getSettings({ ctx: await asMember() })).toMatchObject({
      tenant: tenantId,
      default_top_k: 6,
      max_schema_tools: 20,
      resolver_preset: 'measured',
      small_catalog_threshold: 20,
      row_version: 0,
    });
    const changed = await updateSettings({ ctx, input: { row_version: 0, default_top_k: 12 } });
    expect(changed).toMatchObject({ default_top_k: 12, max_schema_tools: 20, row_version: 1 });
    await updateSettings({ ctx, input: { row_version: 1, resolver_preset: 'rrf' } });
    expect(await readSettings(tenantId)).toMatchObject({
      default_top_k: 12,
      resolver_preset: 'rrf',
      row_version: 2,
    });
    expect(await readSettings('shared')).toMatchObject({ default_top_k: 6 });
    expect(await auditOf('settings', tenantId)).toHaveLength(2);
  });

  it('are an admin’s, and a lost race is a conflict', async () => {
    const input = { row_version: 1, default_top_k: 3 };
    await expect(updateSettings({ ctx: await asMember(), input })).rejects.toMatchObject(forbidden);
    await expect(updateSettings({ ctx: await asAdmin(), input })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('fall back to the defaults where a stored value makes no sense', async () => {
    const lost = await makeTenant();
    await test.db.prisma.setting.create({
      data: { tenantId: lost, key: 'values', value: { default_top_k: 'many' }, updatedBy: 'x' },
    });
    expect((await readSettings(lost)).default_top_k).toBe(6);
  });
});

describe('profiles', () => {
  it('are made, changed and deleted by an admin, unless an agent uses them', async () => {
    const ctx = await asAdmin();
    const id = uniqueId('prof');
    const input = createProfileSchema.parse({ id, name: 'Ops', tags: ['deploy', 'deploy'] });
    await expect(createProfile({ ctx: await asMember(), input })).rejects.toMatchObject(forbidden);
    expect(await createProfile({ ctx, input })).toMatchObject({ tags: ['deploy'], row_version: 1 });
    await expect(createProfile({ ctx, input })).rejects.toMatchObject({ code: 'CONFLICT' });
    await updateProfile({ ctx, input: { id, row_version: 1, types: ['MCP_TOOL'], top_k: 4 } });
    await expect(
      updateProfile({ ctx, input: { id, row_version: 1, name: 'Late' } }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    const { items } = await listProfiles({ ctx, input: { limit: 50 } });
    expect(items).toMatchObject([{ id, types: ['MCP_TOOL'], top_k: 4 }]);
    const agent = await makeAgent(tenantId, await makeTeam(tenantId));
    const key = { tenantId_id: { tenantId, id: agent } };
    await test.db.prisma.agent.update({ where: key, data: { profileId: id } });
    await expect(deleteProfile({ ctx, id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(agent),
    });
    await test.db.prisma.agent.update({ where: key, data: { profileId: null } });
    await deleteProfile({ ctx, id });
    await expect(deleteProfile({ ctx, id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const actions = (await auditOf('profile', id)).map((entry) => entry.action);
    expect(actions.sort()).toEqual(['profile.create', 'profile.delete', 'profile.update']);
  });
});
