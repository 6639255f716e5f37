import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '@/lib/http/app';
import { runtime } from '@/lib/runtime';
import { makeToken, makeUser } from '../support/fixtures';
import { MATRIX } from '../support/role-matrix';
import { type Cast, MEMBERS, type Member, makeCast } from '../support/role-matrix/cast';
import { isDone, refusals, refusedBy } from '../support/role-matrix/expected';
import type { AnyRow, RestCall } from '../support/role-matrix/rows';
import { makeStage, type Stage } from '../support/role-matrix/stage';
import { createWorld, type World } from '../support/world';
import { matches, operationsOf } from './support/spec';

let world: World;
let cast: Cast;
let stage: Stage;
beforeAll(async () => {
  world = await createWorld();
  const root = await makeUser({ shared: ['admin'] });
  cast = await makeCast({
    root: world.as((await makeToken(root.id)).text),
    client: world.as,
    tokenOf: async ({ id }) => (await makeToken(id)).text,
  });
  stage = makeStage(cast);
});
afterAll(() => world.cleanup());

const rows = MATRIX.filter(({ rest }) => rest !== undefined);
const asked = new Set<string>();

async function ask(member: Member, row: AnyRow, call: RestCall) {
  const { method, path, body } = call;
  asked.add(`${method.toLowerCase()} /api/v1${path.split('?')[0]}`);
  const named = member === 'foreigner' && row.of === 'tenant';
  const headers: Record<string, string> = named ? { 'Capstan-Tenant': cast.tenant } : {};
  const reply = await cast.as[member]<{ code?: string } | null>(method, path, body, headers);
  const text = JSON.stringify(reply.body).slice(0, 300);
  const said = `${member}: ${reply.status} ${text}`;
  return { ok: reply.status < 300, code: reply.body?.code ?? null, said };
}

/** Whoever is refused leaves no trace in the catalog. */
async function wronglyLet(row: AnyRow): Promise<string[]> {
  const it = await row.make?.(stage);
  const wrong: string[] = [];
  for (const member of refusedBy(row)) {
    const before = await runtime().db.prisma.auditEvent.count();
    const call = row.rest?.(it, stage);
    if (!call) continue;
    const { ok, code, said } = await ask(member, row, call);
    if (ok || !refusals(member, row).includes(code ?? '')) wrong.push(said);
    if ((await runtime().db.prisma.auditEvent.count()) !== before) wrong.push(`${said}, and wrote`);
  }
  return wrong;
}

async function wronglyRefused(row: AnyRow): Promise<string[]> {
  const wrong: string[] = [];
  for (const member of row.may) {
    const call = row.rest?.(await row.make?.(stage), stage);
    if (!call) continue;
    const answer = await ask(member, row, call);
    if (!isDone(row, answer)) wrong.push(answer.said);
  }
  return wrong;
}

describe('who may what at the REST door', () => {
  it.each(rows.map((row) => [row.does, row] as const))('%s', async (_does, row) => {
    expect(await wronglyLet(row)).toEqual([]);
    expect(await wronglyRefused(row)).toEqual([]);
  });

  it('was asked of every operation there is', () => {
    const seen = [...asked].map((one) => one.split(' '));
    const unseen = operationsOf(buildApp()).filter(
      ({ method, path }) => !seen.some(([m, p = '']) => m === method && matches(path, p)),
    );
    expect(unseen.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});

describe('the MCP door', () => {
  it.each(MEMBERS)('opens to an agent alone: %s', async (member) => {
    const accept = 'application/json, text/event-stream';
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    // It stands beside the REST door.
    const reply = await cast.as[member]<{ code?: string }>('POST', '/../mcp', body, { accept });
    if (member === 'agent') return expect(reply.status).toBe(200);
    const isStranger = ['nobody', 'revoked', 'leaver'].includes(member);
    expect(reply.body.code).toBe(isStranger ? 'UNAUTHENTICATED' : 'FORBIDDEN');
  });
});
