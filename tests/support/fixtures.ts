import { makeKey } from '@/lib/auth/keys';
import { hashPassword } from '@/lib/auth/password';
import type { Actor, UserActor } from '@/lib/core/shared/actor';
import type { Role } from '@/lib/core/shared/domain';
import { runtime } from '@/lib/runtime';
import type { Context } from '@/lib/services/context';
import { newId } from '@/lib/services/ids';
import { findUserActor } from '@/lib/services/people/load-user-actor';

/** Rows of tests, each with an id of its own, written straight to the runtime's database. */
const prisma = () => runtime().db.prisma;

/** An id no other row of the run has, fit for agents, teams, tenants and providers. */
export function uniqueId(prefix: string): string {
  return newId(prefix).toLowerCase();
}

export async function makeTenant(id = uniqueId('tn')): Promise<string> {
  await prisma().tenant.create({ data: { id, name: `Tenant ${id}` } });
  return id;
}

export async function makeTeam(tenantId: string, members: string[] = []): Promise<string> {
  const id = uniqueId('team');
  await prisma().team.create({ data: { tenantId, id, name: `Team ${id}` } });
  await prisma().teamMember.createMany({
    data: members.map((userId) => ({ tenantId, teamId: id, userId })),
  });
  return id;
}

export type MadeUser = { id: string; email: string; name: string };
type UserOptions = { password?: string; active?: boolean; email?: string; name?: string };

/** A person with roles by tenant: `makeUser({ [tenant]: ['admin'] })`. */
export async function makeUser(
  roles: Record<string, Role[]> = {},
  options: UserOptions = {},
): Promise<MadeUser> {
  const id = newId('usr');
  const email = options.email ?? `${id}@example.com`;
  const name = options.name ?? `Person ${id}`;
  const passwordHash = options.password ? await hashPassword(options.password) : null;
  await prisma().user.create({
    data: { id, email, name, passwordHash, active: options.active ?? true },
  });
  await prisma().roleAssignment.createMany({
    data: Object.entries(roles).flatMap(([tenantId, list]) =>
      list.map((role) => ({ tenantId, userId: id, role })),
    ),
  });
  return { id, email, name };
}

export async function makeAgent(
  tenantId: string,
  ownerTeamId: string,
  options: { id?: string; active?: boolean; allowedProviders?: string[]; roles?: string[] } = {},
): Promise<string> {
  const { id = uniqueId('agent'), ...rest } = options;
  await prisma().agent.create({
    data: { tenantId, id, name: `Agent ${id}`, ownerTeamId, allowedProviders: ['*'], ...rest },
  });
  return id;
}

type KeyOptions = { expiresAt?: Date; revokedAt?: Date };

/** A key of an agent: `text` goes into the Authorization header. */
export async function makeAgentKey(
  tenantId: string,
  agentId: string,
  options: KeyOptions = {},
): Promise<{ id: string; text: string }> {
  const id = newId('key');
  const { text, secretHash } = makeKey('agent', id);
  await prisma().agentKey.create({
    data: { id, tenantId, agentId, name: 'test', secretHash, createdBy: 'test', ...options },
  });
  return { id, text };
}

/** A personal access token: `text` goes into the Authorization header. */
export async function makeToken(
  userId: string,
  options: KeyOptions = {},
): Promise<{ id: string; text: string }> {
  const id = newId('tok');
  const { text, secretHash } = makeKey('user', id);
  await prisma().accessToken.create({
    data: { id, userId, name: 'test', secretHash, ...options },
  });
  return { id, text };
}

/** The person as the doors would know them now. */
export async function userActor(userId: string): Promise<UserActor> {
  const loaded = await findUserActor(userId, 'token');
  if (!loaded) throw new Error(`No user ${userId}`);
  return loaded.actor;
}

export async function agentActor(
  tenantId: string,
  agentId: string,
  keyId = 'key_test',
): Promise<Actor> {
  const agent = await prisma().agent.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: agentId } },
  });
  return { kind: 'agent', tenantId, agentId, keyId, ownerTeamId: agent.ownerTeamId };
}

export function contextOf(actor: Actor, tenantId: string, now = new Date()): Context {
  return { actor, tenantId, requestId: newId('req'), now, door: 'rest' };
}

/** A person's context in a tenant, with the roles they have now. */
export async function userContext(userId: string, tenantId: string): Promise<Context> {
  return contextOf(await userActor(userId), tenantId);
}

/** Audit lines about a target, oldest first. */
export async function auditOf(targetKind: string, targetId: string) {
  return prisma().auditEvent.findMany({
    where: { targetKind, targetId },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  });
}
