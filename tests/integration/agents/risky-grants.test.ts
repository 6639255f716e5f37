import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REASON_TEXT } from '@/lib/core/resolver/reasons';
import { grantsSchema } from '@/lib/schemas/agents';
import { putGrants } from '@/lib/services/agents/put-grants';
import { decideChangeRequest } from '@/lib/services/catalog/decide-change-request';
import { getCapabilityView } from '@/lib/services/catalog/get-capability-view';
import { updateCapability } from '@/lib/services/catalog/update-capability';
import {
  type CatalogWorld,
  failureOf,
  makeCatalogAgent,
  makeCatalogWorld,
  makeLive,
  makePerson,
  type Person,
} from '@/tests/support/catalog';
import { indexSettled } from '@/tests/support/live-capabilities';
import { createWorld, type RestClient, type World } from '@/tests/support/world';

const WIDE = [{ target: { tag: 'mail' } }, { target: { type: 'REST_TOOL' } }].map((grant) => ({
  ...grant,
  invoke: true,
}));
const RISKY = { risk: 'HIGH', approval_required: true, tags: ['mail'] };

let world: World;
let people: CatalogWorld;
let other: CatalogWorld;
/** Owns the agent and no capability. */
let ann: Person;
let admin: RestClient;

beforeAll(async () => {
  world = await createWorld();
  people = await makeCatalogWorld('risky');
  other = await makeCatalogWorld('risky');
  const team = { tenantId: people.tenantId, id: 'bots', name: 'Bots' };
  await world.runtime.db.prisma.team.create({ data: team });
  ann = await makePerson(people.tenantId, 'ann', ['member'], ['bots']);
  admin = world.as(people.ada.token);
});
afterAll(() => world?.cleanup());

/** An agent of Ann's team with these grants of hers; answers what it is told at the door. */
async function makeBot(id: string, grants: unknown = WIDE, by = ann) {
  const { key } = await makeCatalogAgent({ ...people, team: 'bots' }, id);
  await grant(id, grants, by);
  const call = world.as(key);
  return {
    find: async () => {
      const body = { query: 'weather of a city', top_k: 50 };
      const answer = await call<{ capabilities: { id: string }[] }>(
        'POST',
        '/capabilities/discover',
        body,
      );
      return answer.body.capabilities.map((item) => item.id);
    },
    invoke: (capability: string) =>
      call<{ code: string; detail: string; approval_id: string }>(
        'POST',
        `/capabilities/${capability}/invoke`,
        { arguments: { city: 'Bern' } },
      ),
  };
}

async function grant(agent_id: string, grants: unknown, by = ann) {
  await putGrants({ ctx: by.ctx, input: { agent_id, grants: grantsSchema.parse(grants) } });
  await indexSettled();
}

describe('a grant by tag or type', () => {
  it('does not open a HIGH capability that arrives later; one by name, agreed to, does', async () => {
    const bot = await makeBot('later');
    await makeLive(people, 'later.read', { risk: 'MEDIUM', tags: ['mail'] });
    await makeLive(people, 'later.wipe', RISKY);
    await indexSettled();
    expect(await bot.find()).toContain('later.read');
    expect(await bot.find()).not.toContain('later.wipe');
    expect(await bot.invoke('later.wipe')).toMatchObject({ status: 404 });

    const explained = await admin<{ hidden: { id: string; reasons: string[] }[] }>(
      'POST',
      '/capabilities/discover',
      { query: 'weather', agent_id: 'later', explain: true },
    );
    expect(explained.body.hidden).toContainEqual(
      expect.objectContaining({ id: 'later.wipe', reasons: [REASON_TEXT.RISK_NEEDS_NAMED_GRANT] }),
    );
    const refused = await admin<{ items: { refused_reason: string }[] }>(
      'GET',
      '/invocations?capability=later.wipe',
    );
    expect(JSON.stringify(refused.body)).toContain('nothing else opens what is HIGH');
    const input = { capability_id: 'later.wipe' };
    const { access } = await getCapabilityView({ ctx: people.olga.ctx, input });
    expect(access.map(({ target_kind, blocked }) => [target_kind, blocked])).toEqual([
      ['tag', expect.stringContaining('It is HIGH')],
      ['type', expect.stringContaining('It is HIGH')],
    ]);

    const named = [...WIDE, { target: { capability: 'later.wipe' }, invoke: true }];
    expect(await failureOf(grant('later', named))).toMatchObject({
      code: 'FORBIDDEN',
      path: '2.target.capability',
    });
    const both = await makePerson(people.tenantId, 'both', ['member'], ['core', 'bots']);
    await grant('later', named, both);
    expect(await bot.find()).toContain('later.wipe');
    expect(await bot.invoke('later.wipe')).toMatchObject({ status: 202 });
    expect(await failureOf(grant('later', named, other.olga))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('closes when the risk is raised; one by name stays, and its owner sees it', async () => {
    const live = await makeLive(people, 'raised.read', { risk: 'MEDIUM', tags: ['mail'] });
    const wide = await makeBot('raised-wide');
    const named = await makeBot('raised-named', [
      { target: { capability: 'raised.read' }, invoke: true },
    ]);
    await indexSettled();
    expect(await wide.find()).toContain('raised.read');
    const changes = {
      row_version: live.row_version,
      risk: 'HIGH',
      approval_required: true,
    } as const;
    const { change_request } = await updateCapability({
      ctx: people.olga.ctx,
      input: { capability_id: 'raised.read', changes },
    });
    await decideChangeRequest({
      ctx: people.rita.ctx,
      input: { change_request_id: change_request?.id ?? '', decision: 'approve', comment: '' },
    });
    await indexSettled();
    expect(await wide.find()).not.toContain('raised.read');
    expect(await wide.invoke('raised.read')).toMatchObject({ status: 404 });
    expect(await named.find()).toContain('raised.read');
    expect(await named.invoke('raised.read')).toMatchObject({ status: 202 });
    const input = { capability_id: 'raised.read' };
    const { access } = await getCapabilityView({ ctx: people.olga.ctx, input });
    expect(access.find((row) => row.agent_id === 'raised-named')?.blocked).toBeNull();
  });
});
