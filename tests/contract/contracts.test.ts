import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '@/lib/http/app';
import { type ContractPlan, contractPlanSchema } from '@/lib/schemas/contract';
import { capstan } from '../support/capstan-command';
import {
  type CatalogWorld,
  makeCatalogAgent,
  makeCatalogWorld,
  makeLive,
} from '../support/catalog';
import { createTestRuntime, type TestRuntime, temporaryFolder } from '../support/db';
import { type Listener, listen } from '../support/listener';

let test: TestRuntime;
let world: CatalogWorld;
let door: Listener;
const folder = temporaryFolder();

beforeAll(async () => {
  test = await createTestRuntime();
  world = await makeCatalogWorld('door-con');
  const app = buildApp();
  door = await listen((request) => app.fetch(request));
  await makeLive(world, 'door.live.read');
});
afterAll(async () => {
  await door.close();
  await test.cleanup();
  folder.remove();
});

const contract = (id: string, more = '') => `api_version: capstan/v1
kind: Capability
id: ${id}
type: REST_TOOL
owner: core
risk: LOW
description: Returns the current weather of ${id}. It only reads and changes nothing.
auth: { scopes: { none: true } }
${more}`;

function put(query: string, body: string, key: string | null): Promise<Response> {
  return fetch(`${door.url}/api/v1/contracts?${query}`, {
    method: 'PUT',
    body,
    headers: {
      'content-type': 'application/yaml',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
  });
}

describe('the door', () => {
  it('gives the schema for editors without a key', async () => {
    const response = await fetch(`${door.url}/api/contract.schema.json`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ title: 'Capstan contract' });
  });

  it('plans, applies the plan, and refuses a stale one', async () => {
    const { token } = world.olga;
    const text = contract('door.new.read');
    const planned = await put('dry_run=true', text, token);
    const plan: ContractPlan = contractPlanSchema.parse(await planned.json());
    expect(plan).toMatchObject({ dry_run: true, summary: { create: 1 } });
    const done = await put(`plan=${encodeURIComponent(plan.plan)}`, text, token);
    expect(contractPlanSchema.parse(await done.json()).dry_run).toBe(false);
    expect((await put(`plan=${encodeURIComponent(plan.plan)}`, text, token)).status).toBe(409);
  });

  it('answers what is wrong as a problem, and asks who it is', async () => {
    const wrong = await put(
      '',
      contract('door.wrong.read', 'limits: { timeout: 3 }'),
      world.olga.token,
    );
    expect(wrong.status).toBe(422);
    expect(await wrong.json()).toMatchObject({
      code: 'VALIDATION',
      errors: [{ path: 'documents.1.limits.timeout' }],
      problems: [{ line: 9, column: 11 }],
    });
    expect((await put('prune=true', contract('door.x.read'), world.olga.token)).status).toBe(422);
    expect((await put('', contract('door.x.read'), null)).status).toBe(401);
    const { key } = await makeCatalogAgent(world, 'door-agent', ['door.live.read']);
    expect((await put('dry_run=true', contract('door.x.read'), key)).status).toBe(403);
  });
});

describe('the command', () => {
  const path = (name: string) => join(folder.path, name);
  const env = () => ({ CAPSTAN_URL: door.url, CAPSTAN_TOKEN: world.olga.token });

  it('says how a pipeline reads it', async () => {
    expect(await capstan(['--help'])).toMatchObject({ code: 0 });
    expect((await capstan(['--help'])).out).toContain('Exit codes');
    expect(await capstan(['nonsense'])).toMatchObject({ code: 2 });
    expect(await capstan(['apply', '-f', path('missing')], env())).toMatchObject({ code: 2 });
    writeFileSync(path('one.yaml'), contract('door.cli.read'));
    expect(await capstan(['diff', '-f', path('one.yaml')])).toMatchObject({ code: 2 });
    const nowhere = { ...env(), CAPSTAN_URL: 'http://127.0.0.1:9' };
    expect(await capstan(['diff', '-f', path('one.yaml')], nowhere)).toMatchObject({ code: 5 });
    const unknown = { ...env(), CAPSTAN_TOKEN: 'cap_user_x_y' };
    expect(await capstan(['diff', '-f', path('one.yaml')], unknown)).toMatchObject({ code: 4 });
  });

  it('is 10 with changes, 0 when done, 0 when there is nothing to do', async () => {
    const file = ['-f', path('one.yaml')];
    expect(await capstan(['apply', ...file, '--dry-run'], env())).toMatchObject({ code: 10 });
    expect(await capstan(['apply', ...file], env())).toMatchObject({ code: 0 });
    const again = await capstan(['diff', ...file, '--json'], env());
    expect(again.code).toBe(0);
    expect(JSON.parse(again.out)).toMatchObject({ summary: { unchanged: 1 } });
    const refused = { ...env(), CAPSTAN_TOKEN: world.mo.token };
    writeFileSync(path('other.yaml'), contract('door.refused.read'));
    expect(await capstan(['apply', '-f', path('other.yaml')], refused)).toMatchObject({ code: 4 });
  }, 120_000);

  it('names file, line and field, and reads schemas inside the folder only', async () => {
    mkdirSync(path('git/schemas'), { recursive: true });
    writeFileSync(path('git/a.yaml'), contract('door.file.read', 'inputs_file: schemas/in.json\n'));
    writeFileSync(path('git/schemas/in.json'), '{"type":"object","properties":{"city":{}}}');
    expect(await capstan(['apply', '-f', path('git')], env())).toMatchObject({ code: 0 });
    for (const outside of ['../one.yaml', 'link.json']) {
      if (outside === 'link.json') symlinkSync(path('one.yaml'), path('git/link.json'));
      writeFileSync(path('git/b.yaml'), contract('door.out.read', `inputs_file: ${outside}\n`));
      const refused = await capstan(['validate', '-f', path('git')]);
      expect(refused).toMatchObject({ code: 3 });
      expect(refused.err).toContain('outside of the folder');
    }
    writeFileSync(path('git/b.yaml'), contract('door.bad.read', 'limits: { timeout: 3 }\n'));
    const wrong = await capstan(['validate', '-f', 'git'], {}, folder.path);
    expect(wrong).toMatchObject({ code: 3 });
    expect(wrong.err).toMatch(/^git\/b\.yaml:9:11: limits\.timeout: /);
  }, 120_000);

  it('exports into files that are there, and keeps their comments', async () => {
    const file = path('kept/mine.yaml');
    mkdirSync(path('kept'));
    writeFileSync(file, `# ours\n${contract('door.live.read', 'title: Old # say it better\n')}`);
    const ran = await capstan(['export', '-o', path('kept'), '--kind', 'Capability'], env());
    expect(ran).toMatchObject({ code: 0 });
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/^# ours\n/);
    expect(text).toContain('title: "" # say it better');
    expect(text).toContain('status: PRODUCTION');
    expect(readFileSync(path('kept/capabilities/door.new.read.yaml'), 'utf8')).toContain(
      '# yaml-language-server: $schema=',
    );
    const again = await capstan(['export', '-o', path('kept'), '--kind', 'Capability'], env());
    expect(again.out).toMatch(/^0 added, 0 updated/);
  }, 120_000);
});
