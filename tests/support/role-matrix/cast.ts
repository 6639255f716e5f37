import { newId } from '@/lib/services/ids';

/** A caller at the REST door, by whatever way it is reached. */
export type Rest = <T = unknown>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ status: number; body: T }>;

/**
 * Everybody a rule can tell apart. All but the last five stand in one tenant: a role without a team,
 * a member of the team that owns the catalog (`owner`), and one of the team that owns the agent
 * (`neighbour`). The foreigner is an admin, of another tenant.
 */
export const PEOPLE = [
  'admin',
  'reviewer',
  'auditor',
  'member',
  'owner',
  'neighbour',
  'foreigner',
  'leaver',
] as const;
export type Person = (typeof PEOPLE)[number];
export const MEMBERS = [...PEOPLE, 'agent', 'revoked', 'nobody'] as const;
export type Member = (typeof MEMBERS)[number];

/** Who is in the tenant, whatever they are there. */
export const INSIDE = ['admin', 'reviewer', 'auditor', 'member', 'owner', 'neighbour'] as const;

const ROLE: Record<Person, string> = {
  admin: 'admin',
  reviewer: 'reviewer',
  auditor: 'auditor',
  member: 'member',
  owner: 'member',
  neighbour: 'member',
  foreigner: 'admin',
  leaver: 'admin',
};

export type Account = { id: string; email: string; password: string };

export type Cast = {
  tenant: string;
  /** Owns the capabilities and the provider. */
  team: string;
  /** Owns the agent. */
  side: string;
  agent: string;
  accounts: Record<Person, Account>;
  /** In both teams, and a second reviewer: prepares what needs more than one of the others. */
  helper: Rest;
  as: Record<Member, Rest>;
};

type Doors = {
  /** An admin of `shared`. */
  root: Rest;
  client(key: string | null): Rest;
  /** A personal access token; a person makes their own, so that each door has its way to one. */
  tokenOf(account: Account): Promise<string>;
};

export function must<T>(what: string, answer: { status: number; body: T }): T {
  if (answer.status < 300) return answer.body;
  throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
}

/** Adds the tenant to every request, for who has roles in several. */
function inTenant(rest: Rest, tenant: string): Rest {
  return (method, path, body, headers = {}) =>
    rest(method, path, body, { 'Capstan-Tenant': tenant, ...headers });
}

/** Makes the tenant, its teams, its people and its agent, all through the REST door. */
export async function makeCast({ root, client, tokenOf }: Doors): Promise<Cast> {
  const word = newId('m').toLowerCase();
  const tenant = `home-${word}`;
  const abroad = `away-${word}`;
  for (const id of [tenant, abroad]) {
    must('tenant', await inTenant(root, 'shared')('POST', '/tenants', { id, name: id }));
  }
  const home = inTenant(root, tenant);
  const accounts = {} as Record<Person, Account>;
  for (const person of PEOPLE) {
    const where = person === 'foreigner' ? abroad : tenant;
    accounts[person] = await makeAccount(root, where, `${person}-${word}`, ROLE[person]);
  }
  const second = await makeAccount(root, tenant, `helper-${word}`, 'reviewer');
  const team = await makeTeam(home, `core-${word}`, [accounts.owner.id, second.id]);
  const side = await makeTeam(home, `side-${word}`, [accounts.neighbour.id, second.id]);
  const as = { nobody: client(null) } as Record<Member, Rest>;
  for (const person of PEOPLE) as[person] = client(await tokenOf(accounts[person]));
  const agent = `agent-${word}`;
  must('agent', await as.neighbour('POST', '/agents', { id: agent, name: agent, owner: side }));
  const { key } = must(
    'key',
    await as.neighbour<{ key: string }>('POST', `/agents/${agent}/keys`, { name: 'matrix' }),
  );
  as.agent = client(key);
  as.revoked = client(await revokedToken(as.admin, accounts.admin.id));
  await deactivate(as.admin, accounts.leaver.id);
  const helper = client(await tokenOf(second));
  return { tenant, team, side, agent, accounts, helper, as };
}

async function makeAccount(
  root: Rest,
  tenant: string,
  name: string,
  role: string,
): Promise<Account> {
  const email = `${name}@example.com`;
  const password = newId('pw');
  const body = { email, name, password, roles: [{ tenant, role }] };
  const { id } = must(name, await inTenant(root, tenant)<{ id: string }>('POST', '/users', body));
  return { id, email, password };
}

async function makeTeam(home: Rest, id: string, members: string[]): Promise<string> {
  must('team', await home('POST', '/teams', { id, name: id }));
  for (const user of members) must('member', await home('PUT', `/teams/${id}/members/${user}`));
  return id;
}

async function revokedToken(admin: Rest, id: string): Promise<string> {
  const path = `/users/${id}/tokens`;
  const made = await admin<{ id: string; token: string }>('POST', path, { name: 'lost' });
  const token = must('token', made);
  must('revoke', await admin('DELETE', `${path}/${token.id}`));
  return token.token;
}

async function deactivate(admin: Rest, id: string): Promise<void> {
  const { row_version } = must(id, await admin<{ row_version: number }>('GET', `/users/${id}`));
  must('deactivate', await admin('PATCH', `/users/${id}`, { row_version, active: false }));
}
