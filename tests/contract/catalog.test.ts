import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '@/lib/http/app';
import { capabilityPageSchema, capabilitySchema } from '@/lib/schemas/capability-answers';
import { changeOutcomeSchema, changeRequestPageSchema } from '@/lib/schemas/change-requests';
import { problemSchema } from '@/lib/schemas/shared';
import { compatAnswerSchema, versionListSchema } from '@/lib/schemas/versions';
import { type CatalogWorld, makeCatalogAgent, makeCatalogWorld } from '../support/catalog';
import { bindInHouse } from '../support/live-capabilities';
import { createWorld, type World } from '../support/world';

let test: World;
let world: CatalogWorld;
const app = buildApp();

beforeAll(async () => {
  test = await createWorld();
  world = await makeCatalogWorld('rest');
});
afterAll(async () => await test.cleanup());

async function call(token: string | null, method: string, path: string, body?: unknown) {
  const response = await app.fetch(
    new Request(`http://127.0.0.1/api/v1${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: text && JSON.parse(text),
  };
}

/** A refusal in the one shape of refusals. */
async function refusal(...args: Parameters<typeof call>) {
  const answer = await call(...args);
  expect(answer.type).toBe('application/problem+json');
  const problem = problemSchema.parse(answer.body);
  expect(problem.status).toBe(answer.status);
  return `${answer.status} ${problem.code} ${problem.errors?.[0]?.path ?? ''}`.trim();
}

const draft = (id: string) => ({
  id,
  type: 'REST_TOOL',
  name: id.split('.').at(-1),
  owner: 'core',
  risk: 'LOW',
  description: 'Returns the current weather of one city. It only reads and changes nothing.',
  scopes: { none: true },
  annotations: { readOnlyHint: true },
});

describe('the catalog over REST', () => {
  it('goes from a draft to production between two people, and stays described', async () => {
    const { olga, rita } = world;
    const made = await call(olga.token, 'POST', '/capabilities', draft('rest.weather.read'));
    expect(made.status).toBe(201);
    const capability = capabilitySchema.parse(made.body);
    expect(capability).toMatchObject({ status: 'DRAFT', limits: { timeout: 'PT10S' } });
    const path = '/capabilities/rest.weather.read';

    const edited = await call(olga.token, 'PATCH', path, { row_version: 1, title: 'Weather' });
    expect([edited.status, changeOutcomeSchema.parse(edited.body).change_request]).toEqual([
      200,
      null,
    ]);
    expect(await refusal(olga.token, 'PATCH', path, { row_version: 1, title: 'Late' })).toBe(
      '409 CONFLICT',
    );

    const submitted = await call(olga.token, 'POST', `${path}/transitions`, {
      to: 'REVIEW',
      reason: 'Go.',
    });
    expect(submitted.status).toBe(200);
    const waits = await call(olga.token, 'POST', `${path}/transitions`, {
      to: 'PRODUCTION',
      reason: '',
    });
    expect(waits.status).toBe(202);
    const id = changeOutcomeSchema.parse(waits.body).change_request?.id;

    expect(await refusal(olga.token, 'POST', `/change-requests/${id}/approve`, {})).toBe(
      '403 FORBIDDEN',
    );
    const approved = await call(rita.token, 'POST', `/change-requests/${id}/approve`, {
      comment: 'Fine.',
    });
    expect(approved.status).toBe(200);
    expect(changeOutcomeSchema.parse(approved.body).capability).toMatchObject({
      status: 'PRODUCTION',
      version: '1.0',
    });
    expect(await refusal(rita.token, 'POST', `/change-requests/${id}/approve`, {})).toBe(
      '409 CONFLICT',
    );

    const versions = versionListSchema.parse(
      (await call(olga.token, 'GET', `${path}/versions`)).body,
    );
    expect(versions.items.map((version) => version.version)).toEqual(['1.0']);
    const live = await call(olga.token, 'GET', path);
    const patched = await call(olga.token, 'PATCH', path, {
      row_version: live.body.row_version,
      tags: ['new'],
    });
    expect(patched.status).toBe(202);
    const list = changeRequestPageSchema.parse(
      (await call(olga.token, 'GET', '/change-requests?status=OPEN')).body,
    );
    expect(list.items.map((item) => item.kind)).toEqual(['edit']);
  });

  it('names the field of what is wrong', async () => {
    const { olga } = world;
    expect(
      await refusal(olga.token, 'POST', '/capabilities', { ...draft('rest.bad.one'), id: 'Bad' }),
    ).toBe('422 VALIDATION id');
    await call(olga.token, 'POST', '/capabilities', draft('rest.taken.one'));
    expect(await refusal(olga.token, 'POST', '/capabilities', draft('rest.taken.one'))).toBe(
      '422 VALIDATION id',
    );
    const secret = { ...draft('rest.bad.two'), metadata: { api_key: 'x' } };
    expect(await refusal(olga.token, 'POST', '/capabilities', secret)).toBe(
      '422 VALIDATION metadata.api_key',
    );
    expect(
      await refusal(olga.token, 'POST', '/capabilities/rest.taken.one/transitions', {
        to: 'DISABLED',
      }),
    ).toBe('412 PRECONDITION_FAILED to');
    expect(await refusal(olga.token, 'GET', '/capabilities?status=NOPE')).toMatch(
      /^422 VALIDATION/,
    );
    expect(await refusal(olga.token, 'GET', '/capabilities?cursor=zz')).toBe(
      '422 VALIDATION cursor',
    );
    expect(await refusal(null, 'GET', '/capabilities')).toBe('401 UNAUTHENTICATED');
  });

  it('shows an agent only what it may discover, on every verb', async () => {
    const { olga } = world;
    await call(olga.token, 'POST', '/capabilities', draft('rest.hidden.one'));
    const both = ['rest.weather.read', 'rest.hidden.one'];
    await bindInHouse(world.tenantId, world.team, both);
    const agent = await makeCatalogAgent(world, 'rest-agent', both);
    const page = capabilityPageSchema.parse((await call(agent.key, 'GET', '/capabilities')).body);
    expect(page.items.map((item) => item.id)).toEqual(['rest.weather.read']);
    const verbs: [string, string, unknown?][] = [
      ['GET', ''],
      ['GET', '/schema'],
      ['GET', '/versions'],
      ['GET', '/bindings'],
      ['PATCH', '', { row_version: 1 }],
      ['POST', '/transitions', { to: 'REVIEW' }],
      ['POST', '/attest'],
      ['POST', '/versions', { description: 'x' }],
      ['POST', '/quarantine/release', { reason: 'x' }],
      ['DELETE', '/deprecation'],
    ];
    for (const [method, tail, body] of verbs) {
      for (const id of ['rest.hidden.one', 'rest.no.such']) {
        expect(await refusal(agent.key, method, `/capabilities/${id}${tail}`, body)).toBe(
          '404 NOT_FOUND',
        );
      }
    }
    expect(await refusal(agent.key, 'POST', '/capabilities/rest.weather.read/attest')).toBe(
      '403 FORBIDDEN',
    );
    expect(await refusal(agent.key, 'GET', '/change-requests')).toBe('403 FORBIDDEN');
  });

  it('compares two schemas for anybody with a key', async () => {
    const answer = await call(world.mo.token, 'POST', '/compat', {
      direction: 'input',
      old_schema: { type: 'object' },
      new_schema: { type: 'object', required: ['a'] },
    });
    expect(compatAnswerSchema.parse(answer.body).verdict).toBe('breaking');
  });
});
