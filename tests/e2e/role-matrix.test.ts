import { beforeAll, describe, expect, inject, it } from 'vitest';
import { signInByHttp } from '@/tests/support/e2e-setup';
import { MATRIX } from '@/tests/support/role-matrix';
import { type Cast, makeCast, PEOPLE, type Rest } from '@/tests/support/role-matrix/cast';
import { isDone, refusals } from '@/tests/support/role-matrix/expected';
import type { AnyRow } from '@/tests/support/role-matrix/rows';
import { makeStage, type Stage } from '@/tests/support/role-matrix/stage';
import { type ActionAnswer, postAction, serverActions } from '@/tests/support/server-actions';

/** In the console there are people only; `nobody` has no session. */
const VISITORS = [...PEOPLE, 'nobody'] as const;
type Visitor = (typeof VISITORS)[number];

/** Actions without a row of their own, and why. */
const APART: Record<string, string> = {
  'frame-actions.ts#signOut': 'ends the own session',
  'frame-actions.ts#changeTenant': 'chooses among the own tenants',
  'frame-actions.ts#search': 'reads what the lists show',
  'agents/search-actions.ts#searchTargets': 'reads what the lists show',
  'agents/search-actions.ts#searchCapabilities': 'reads what the lists show',
  'people/actions.ts#searchPeople': 'reads what the list shows',
  'providers/actions.ts#readSyncs': 'reads what the list shows',
  'playground/actions.ts#runSavedCase': 'needs a case, and asks what saving one asks',
  'playground/actions.ts#removeCase': 'needs a case, and asks what saving one asks',
  'capabilities/actions.ts#bulk': 'answers row by row what the single acts answer',
  'capabilities/[id]/invoke-actions.ts#callAsAgent':
    'answers what became of the call, a refusal included',
  'settings/actions.ts#submitPassword': 'changes the own password, which it asks for',
  'settings/actions.ts#submitSignOutEverywhere': 'ends the own sessions',
  'settings/actions.ts#submitRevokeToken': 'revokes an own token',
};

const { url, people } = inject('e2e');
const actions = new Map(serverActions().map((action) => [action.name, action]));
const rows = MATRIX.filter(({ action }) => action !== undefined);
const asked = new Set<string>();
const cookies = { nobody: '' } as Record<Visitor, string>;
let cast: Cast;
let stage: Stage;

async function post(cookie: string, name: string, input: unknown): Promise<ActionAnswer> {
  const action = actions.get(name);
  if (!action) throw new Error(`The build has no action ${name}.`);
  asked.add(name);
  return await postAction({ url, action, cookie, input });
}

const sessions = new Map<string, string>();

/** Signed in once: the session of who is deactivated later is an old one, as it would be. */
async function sessionOf(account: { email: string; password: string }): Promise<string> {
  const known = sessions.get(account.email);
  if (known !== undefined) return known;
  const { email, password } = account;
  const { cookies } = await signInByHttp(url, { email, password });
  const session = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  sessions.set(account.email, session);
  return session;
}

/** A token made as a person does it: signed in, in the settings. */
async function tokenOf(account: { email: string; password: string }): Promise<string> {
  const cookie = await sessionOf(account);
  const made = await post(cookie, 'settings/actions.ts#submitNewToken', { name: 'matrix' });
  if (!made.ok) throw new Error(made.error.message);
  return (made.data as { token: string }).token;
}

function client(key: string | null): Rest {
  return async <T>(method: string, path: string, body?: unknown, headers = {}) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const read = isJson && text !== '' ? JSON.parse(text) : text || null;
    return { status: response.status, body: read as T };
  };
}

beforeAll(async () => {
  cast = await makeCast({ root: client(await tokenOf(people.admin)), client, tokenOf });
  stage = makeStage(cast);
  for (const person of PEOPLE) cookies[person] = await sessionOf(cast.accounts[person]);
});

async function ask(visitor: Visitor, row: AnyRow, it: unknown) {
  const call = row.action?.(it, stage);
  if (!call) throw new Error(`${row.does} has no action.`);
  const answer = await post(cookies[visitor], call.action, call.input);
  const code = answer.ok ? null : answer.error.code;
  return { ok: answer.ok, code, said: `${visitor}: ${JSON.stringify(answer).slice(0, 300)}` };
}

/** A foreigner acts in their own tenant: what makes something new there is theirs to do. */
const isRefused = (visitor: Visitor, row: AnyRow) =>
  !row.may.includes(visitor) && !(visitor === 'foreigner' && row.of === 'tenant');

describe('who may what in the console', () => {
  it.each(rows.map((row) => [row.does, row] as const))('%s', async (_does, row) => {
    const wrong: string[] = [];
    const shared = await row.make?.(stage);
    for (const visitor of VISITORS.filter((one) => isRefused(one, row))) {
      const { ok, code, said } = await ask(visitor, row, shared);
      if (ok || !refusals(visitor, row).includes(code ?? '')) wrong.push(said);
    }
    for (const visitor of VISITORS.filter((one) => row.may.includes(one))) {
      const answer = await ask(visitor, row, await row.make?.(stage));
      if (!isDone(row, answer)) wrong.push(answer.said);
    }
    expect(wrong).toEqual([]);
  });

  it('was asked of every action there is', () => {
    const unasked = [...actions.keys()].filter((name) => !asked.has(name) && !(name in APART));
    expect(unasked.sort()).toEqual([]);
  });
});
