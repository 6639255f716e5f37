import { makeKey } from '@/lib/auth/keys';
import type { AgentActor, UserActor } from '@/lib/core/shared/actor';
import type { Role } from '@/lib/core/shared/domain';
import { runtime } from '@/lib/runtime';
import { type CreateCapabilityInput, createCapabilitySchema } from '@/lib/schemas/capabilities';
import { createCapability } from '@/lib/services/catalog/create-capability';
import { decideChangeRequest } from '@/lib/services/catalog/decide-change-request';
import { transitionCapability } from '@/lib/services/catalog/transition-capability';
import type { Context } from '@/lib/services/context';
import { isServiceError } from '@/lib/services/errors';
import { newId } from '@/lib/services/ids';

/** A person as the doors would hand them over. */
export type Person = { ctx: Context; actor: UserActor; token: string };

/** A tenant with a team and the people of one story of the catalog. */
export type CatalogWorld = {
  tenantId: string;
  team: string;
  /** Owner: member of the team, no role of decision. */
  olga: Person;
  /** Reviewer, in no team. */
  rita: Person;
  /** A second reviewer. */
  ravi: Person;
  /** Admin, in no team. */
  ada: Person;
  /** Member of the tenant only. */
  mo: Person;
};

let serial = 0;

/** Makes rows directly: fixtures are no subject of the tests that use them. */
export async function makeCatalogWorld(name: string): Promise<CatalogWorld> {
  serial += 1;
  const tenantId = `${name}-${serial}`;
  const { prisma } = runtime().db;
  await prisma.tenant.create({ data: { id: tenantId, name: tenantId } });
  await prisma.team.create({ data: { tenantId, id: 'core', name: 'Core team' } });
  return {
    tenantId,
    team: 'core',
    olga: await makePerson(tenantId, 'olga', ['member'], ['core']),
    rita: await makePerson(tenantId, 'rita', ['reviewer']),
    ravi: await makePerson(tenantId, 'ravi', ['reviewer']),
    ada: await makePerson(tenantId, 'ada', ['admin']),
    mo: await makePerson(tenantId, 'mo', ['member']),
  };
}

export async function makePerson(
  tenantId: string,
  name: string,
  roles: Role[],
  teams: string[] = [],
): Promise<Person> {
  const { prisma } = runtime().db;
  const userId = `usr_${tenantId}_${name}`.replaceAll('-', '_');
  const email = `${name}@${tenantId}.example`;
  await prisma.user.create({ data: { id: userId, email, name } });
  await prisma.roleAssignment.createMany({
    data: roles.map((role) => ({ tenantId, userId, role })),
  });
  for (const teamId of teams) {
    await prisma.teamMember.create({ data: { tenantId, teamId, userId } });
  }
  const id = `t${userId.slice(4)}`.slice(0, 60);
  const key = makeKey('user', id);
  await prisma.accessToken.create({
    data: { id, userId, name: 'tests', secretHash: key.secretHash },
  });
  const actor: UserActor = {
    kind: 'user',
    userId,
    email,
    name,
    active: true,
    rolesByTenant: { [tenantId]: roles },
    teams: teams.map((teamId) => ({ tenantId, teamId })),
    via: 'session',
  };
  return {
    actor,
    token: key.text,
    /** A fresh reading of the clock each time, as every call has. */
    get ctx() {
      return contextOf(actor, tenantId);
    },
  };
}

export function contextOf(actor: Context['actor'], tenantId: string): Context {
  const door = actor.kind === 'agent' ? 'rest' : 'console';
  return { actor, tenantId, requestId: newId('req'), now: new Date(), door };
}

/** An agent of the world's team, with a key; `grants` name capabilities it may discover and invoke. */
export async function makeCatalogAgent(
  world: CatalogWorld,
  id: string,
  grants: string[] = [],
): Promise<{ ctx: Context; actor: AgentActor; key: string }> {
  const { prisma } = runtime().db;
  const { tenantId, team: ownerTeamId } = world;
  await prisma.agent.create({
    data: { tenantId, id, name: id, ownerTeamId, allowedProviders: ['*'] },
  });
  await prisma.grant.createMany({
    data: grants.map((target) => ({
      id: newId('grt'),
      tenantId,
      agentId: id,
      targetKind: 'capability',
      target,
      invoke: true,
      grantedBy: world.olga.actor.userId,
    })),
  });
  const keyId = `k_${tenantId}_${id}`.replaceAll('-', '_').slice(0, 60);
  const key = makeKey('agent', keyId);
  const createdBy = world.olga.actor.userId;
  await prisma.agentKey.create({
    data: {
      id: keyId,
      tenantId,
      agentId: id,
      name: 'tests',
      secretHash: key.secretHash,
      createdBy,
    },
  });
  const actor: AgentActor = { kind: 'agent', agentId: id, tenantId, keyId, ownerTeamId };
  return {
    actor,
    key: key.text,
    get ctx() {
      return contextOf(actor, tenantId);
    },
  };
}

/** A draft that passes every gate but the decision. */
export function draftInput(id: string, over: Record<string, unknown> = {}): CreateCapabilityInput {
  return createCapabilitySchema.parse({
    id,
    type: 'REST_TOOL',
    name: id.split('.').at(-1),
    owner: 'core',
    risk: 'LOW',
    description:
      'Returns the current weather of one city as temperature and conditions. It only reads and changes nothing.',
    scopes: { none: true },
    input_schema: {
      type: 'object',
      properties: { city: { type: 'string', description: 'Name of the city' } },
      required: ['city'],
    },
    output_schema: { type: 'object', properties: { celsius: { type: 'number' } } },
    annotations: { readOnlyHint: true },
    ...over,
  });
}

export async function makeDraft(world: CatalogWorld, id: string, over = {}) {
  return await createCapability({ ctx: world.olga.ctx, input: draftInput(id, over) });
}

/** A draft of Olga's, submitted by her. */
export async function makeSubmitted(world: CatalogWorld, id: string, over = {}) {
  await makeDraft(world, id, over);
  const outcome = await transitionCapability({
    ctx: world.olga.ctx,
    input: { capability_id: id, to: 'REVIEW', reason: 'Ready.' },
  });
  if (!outcome.change_request) throw new Error('A submission makes a change request.');
  return { capability: outcome.capability, request: outcome.change_request };
}

/** The same, promoted by Rita. */
export async function makeLive(world: CatalogWorld, id: string, over = {}) {
  const { request } = await makeSubmitted(world, id, over);
  const outcome = await decideChangeRequest({
    ctx: world.rita.ctx,
    input: { change_request_id: request.id, decision: 'approve', comment: '' },
  });
  return outcome.capability;
}

/** Code and first field of the failure; fails the test when there is none. */
export async function failureOf(work: Promise<unknown>) {
  try {
    await work;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const { code, message, details } = error;
    return { code, message, path: details.errors?.[0]?.path, errors: details.errors ?? [] };
  }
  throw new Error('It should have been refused, and went through.');
}

/** Audit actions on one target, oldest first. */
export async function auditOf(tenantId: string, targetId: string): Promise<string[]> {
  const rows = await runtime().db.prisma.auditEvent.findMany({
    where: { tenantId, targetId },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    select: { action: true },
  });
  return rows.map((row) => row.action);
}
