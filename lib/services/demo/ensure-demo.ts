import { rm } from 'node:fs/promises';
import { makeKey } from '@/lib/auth/keys';
import { SHARED_TENANT } from '@/lib/core/shared/domain';
import { isJsonObject } from '@/lib/core/shared/json';
import type { Tx } from '@/lib/db/transaction';
import { runtime } from '@/lib/runtime';
import { transact } from '../announce';
import { recordAudit } from '../audit';
import { type Context, systemContext } from '../context';
import { newId } from '../ids';
import { FIRST_ADMIN_KEY } from '../people/ensure-first-admin';
import {
  DEMO_AGENTS,
  DEMO_BACKENDS,
  DEMO_PEOPLE,
  DEMO_PROFILES,
  DEMO_TEAMS,
  type DemoAgent,
} from './demo-content';
import {
  type DemoPlaces,
  demoPlaces,
  makeDemoFiles,
  refreshProvidersFile,
  refuseLinks,
  replaceFile,
} from './demo-files';

/** Row of `settings` in `shared`: the demo was made once, and is not made again. */
const DEMO_KEY = 'demo';

/**
 * Boot part: the demo, once in the life of an installation. Rows are made in one transaction with
 * the marker, files before it, so that a start killed half way begins again and a finished demo is
 * never touched: what people change or delete stays changed or deleted.
 *
 * @returns whether this call made it
 */
export async function ensureDemo(): Promise<boolean> {
  const { config } = runtime();
  if (!config.demo) return false;
  const places = demoPlaces(config.dataDir);
  const where = { tenantId_key: { tenantId: SHARED_TENANT, key: DEMO_KEY } };
  if (await runtime().db.prisma.setting.findUnique({ where })) {
    await refuseLinks(places);
    await refreshProvidersFile(places);
    return false;
  }
  await makeDemoFiles(places);
  return seed(places);
}

type Secret = { id: string; text: string; secretHash: string };
type Secrets = { agents: Map<string, Secret>; people: Map<string, Secret> };

async function seed(places: DemoPlaces): Promise<boolean> {
  const secrets: Secrets = {
    agents: new Map(DEMO_AGENTS.map(({ id }) => [id, newSecret('agent')])),
    people: new Map(DEMO_PEOPLE.map(({ key }) => [key, newSecret('user')])),
  };
  // Before the rows: keys that were committed and never written down could not be had again.
  await replaceFile(places.trafficFile, trafficText(secrets));
  const ctx = systemContext('demo', SHARED_TENANT);
  const made = await transact((tx) => makeRows(tx, ctx, secrets));
  if (!made) await rm(places.trafficFile, { force: true });
  return made;
}

function newSecret(kind: 'agent' | 'user'): Secret {
  const id = newId(kind === 'agent' ? 'key' : 'tok');
  return { id, ...makeKey(kind, id) };
}

function trafficText({ agents, people }: Secrets): string {
  const textOf = (map: Map<string, Secret>) =>
    Object.fromEntries([...map].map(([name, { text }]) => [name, text]));
  const note = "Keys of the demo's agents and tokens of its people, for npm run demo:traffic.";
  return `${JSON.stringify({ note, agents: textOf(agents), people: textOf(people) }, null, 2)}\n`;
}

/** False when another replica was first: the marker's key decides. */
async function makeRows(tx: Tx, ctx: Context, secrets: Secrets): Promise<boolean> {
  const { tenantId } = ctx;
  const claimed = await tx.setting.createMany({
    data: {
      tenantId,
      key: DEMO_KEY,
      value: { made_at: ctx.now.toISOString() },
      updatedBy: 'demo',
      updatedAt: ctx.now,
    },
    skipDuplicates: true,
  });
  if (claimed.count === 0) return false;
  await makeTeams(tx, ctx);
  await makePeople(tx, ctx, secrets);
  await tx.backend.createMany({
    data: DEMO_BACKENDS.map((backend) => ({ tenantId, ...backend })),
    skipDuplicates: true,
  });
  await tx.profile.createMany({
    data: DEMO_PROFILES.map((profile) => ({ tenantId, ...profile, tags: [...profile.tags] })),
    skipDuplicates: true,
  });
  for (const agent of DEMO_AGENTS) await makeAgent(tx, ctx, agent, secrets);
  await recordAudit(tx, ctx, {
    action: 'demo.seed',
    targetKind: 'tenant',
    targetId: tenantId,
    after: {
      teams: DEMO_TEAMS.map(({ id }) => id),
      backends: DEMO_BACKENDS.map(({ id }) => id),
      profiles: DEMO_PROFILES.map(({ id }) => id),
    },
  });
  return true;
}

/** The first admin belongs to every team, so that one person can walk the whole tour. */
async function makeTeams(tx: Tx, { tenantId }: Context): Promise<void> {
  await tx.team.createMany({
    data: DEMO_TEAMS.map((team) => ({ tenantId, ...team })),
    skipDuplicates: true,
  });
  const row = await tx.setting.findUnique({
    where: { tenantId_key: { tenantId, key: FIRST_ADMIN_KEY } },
  });
  const userId = isJsonObject(row?.value) ? String(row.value.user_id ?? '') : '';
  if (!(await tx.user.findUnique({ where: { id: userId } }))) return;
  await tx.teamMember.createMany({
    data: DEMO_TEAMS.map(({ id }) => ({ tenantId, teamId: id, userId })),
    skipDuplicates: true,
  });
}

async function makePeople(tx: Tx, ctx: Context, secrets: Secrets): Promise<void> {
  const { tenantId } = ctx;
  for (const { key, email, name, role, teams } of DEMO_PEOPLE) {
    const secret = secrets.people.get(key);
    if (!secret || (await tx.user.findUnique({ where: { email } }))) continue;
    const userId = newId('usr', ctx.now.getTime());
    await tx.user.create({ data: { id: userId, email, name } });
    await tx.roleAssignment.create({ data: { tenantId, userId, role } });
    await tx.teamMember.createMany({
      data: teams.map((teamId) => ({ tenantId, teamId, userId })),
    });
    const { id, secretHash } = secret;
    await tx.accessToken.create({ data: { id, userId, name: 'demo traffic', secretHash } });
    await recordAudit(tx, ctx, {
      action: 'user.create',
      targetKind: 'user',
      targetId: userId,
      after: { email, name, roles: [{ tenant: tenantId, role }], teams },
    });
  }
}

async function makeAgent(tx: Tx, ctx: Context, agent: DemoAgent, secrets: Secrets): Promise<void> {
  const { tenantId } = ctx;
  const { grants, ...columns } = agent;
  const secret = secrets.agents.get(agent.id);
  const { count } = await tx.agent.createMany({
    data: { tenantId, ...columns, createdAt: ctx.now, updatedAt: ctx.now },
    skipDuplicates: true,
  });
  if (count === 0 || !secret) return;
  await tx.grant.createMany({
    data: grants.map(({ kind, ...grant }) => ({
      id: newId('grt', ctx.now.getTime()),
      tenantId,
      agentId: agent.id,
      targetKind: kind,
      ...grant,
      grantedBy: 'demo',
      createdAt: ctx.now,
    })),
  });
  const { id, secretHash } = secret;
  await tx.agentKey.create({
    data: {
      id,
      tenantId,
      agentId: agent.id,
      name: 'demo traffic',
      secretHash,
      createdBy: 'demo',
      createdAt: ctx.now,
    },
  });
  await recordAudit(tx, ctx, {
    action: 'agent.create',
    targetKind: 'agent',
    targetId: agent.id,
    after: { ...columns, grants, key_id: id },
  });
}
