import { newId } from '@/lib/services/ids';
import { type Cast, must } from './cast';

type Capability = { id: string; row_version: number };
type Outcome = { capability: Capability; change_request: { id: string; row_version: number } };

export type Stage = ReturnType<typeof makeStage>;

const READS = 'Returns the level of one tank in percent. Changes nothing.';
const PROVIDER = {
  kind: 'mcp',
  location: 'remote',
  // Never reached: what is asked of it waits for an approval.
  endpoint: 'https://tools.example.com/mcp',
};

/** Things to act on, each made anew by people who may, through the REST door. */
export function makeStage(cast: Cast) {
  const { as, helper, team, side, tenant } = cast;
  const fresh = (word: string) => newId(word).toLowerCase();
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();

  let windows = 0;
  /** A minute some days ahead, another one each time. */
  function soon(): { starts_at: string; ends_at: string } {
    windows += 1;
    const start = 10 + windows / 500;
    return { starts_at: days(start), ends_at: days(start + 1 / 1440) };
  }

  /** From the reviewer to the neighbour, not begun. */
  async function delegation(): Promise<{ id: string }> {
    const body = { to: cast.accounts.neighbour.id, ...soon() };
    return must('delegation', await as.reviewer<{ id: string }>('POST', '/delegations', body));
  }

  async function draft(more: Record<string, unknown> = {}): Promise<Capability> {
    const id = `matrix.${fresh('cap')}`;
    const body = {
      id,
      name: id,
      type: 'REST_TOOL',
      owner: team,
      risk: 'LOW',
      description: READS,
      scopes: { none: true },
      annotations: { readOnlyHint: true },
      ...more,
    };
    return must(id, await as.owner<Capability>('POST', '/capabilities', body));
  }

  async function submitted(more: Record<string, unknown> = {}): Promise<Outcome> {
    const { id } = await draft(more);
    const body = { to: 'REVIEW', reason: 'Ready.' };
    return must(id, await as.owner<Outcome>('POST', `/capabilities/${id}/transitions`, body));
  }

  async function live(more: Record<string, unknown> = {}): Promise<Capability> {
    const { capability, change_request } = await submitted(more);
    const path = `/change-requests/${change_request.id}/approve`;
    must(path, await as.reviewer('POST', path, { comment: 'Reads well.' }));
    return must('live', await as.owner<Capability>('GET', `/capabilities/${capability.id}`));
  }

  async function provider(): Promise<{ id: string; row_version: number }> {
    const body = { ...PROVIDER, id: fresh('prv'), name: 'Tank farm', owner: team };
    return must(
      'provider',
      await as.owner<{ id: string; row_version: number }>('POST', '/providers', body),
    );
  }

  async function sync(): Promise<{ id: string }> {
    const { id } = await provider();
    await as.owner('POST', `/providers/${id}/sync`);
    const { items } = must(
      'syncs',
      await as.owner<{ items: { id: string }[] }>('GET', `/providers/${id}/syncs`),
    );
    const [newest] = items;
    if (!newest) throw new Error(`The sync of ${id} left no record.`);
    return newest;
  }

  async function binding(): Promise<{ id: string; capability: string; row_version: number }> {
    const { id: capability } = await draft();
    const served = await provider();
    const path = `/capabilities/${capability}/bindings`;
    const body = { provider: served.id, upstream_name: 'level' };
    const made = await as.owner<{ id: string; row_version: number }>('POST', path, body);
    return { ...must('binding', made), capability };
  }

  /** HIGH, served by somebody, and granted to the agent by name. */
  async function granted(): Promise<Capability> {
    const served = await provider();
    const { id } = await draft({ risk: 'HIGH', approval_required: true });
    const body = { provider: served.id, upstream_name: 'level' };
    must('binding', await as.owner('POST', `/capabilities/${id}/bindings`, body));
    const asked = { to: 'REVIEW', reason: 'Ready.' };
    const outcome = must(
      id,
      await as.owner<Outcome>('POST', `/capabilities/${id}/transitions`, asked),
    );
    const path = `/change-requests/${outcome.change_request.id}/approve`;
    must(path, await as.reviewer('POST', path, {}));
    const grants = [{ target: { capability: id }, discover: true, invoke: true }];
    must('grant', await helper('PUT', `/agents/${cast.agent}/grants`, grants));
    const row = await agent(cast.agent);
    const change = { row_version: row.row_version, allowed_providers: ['*'] };
    must('reach', await as.neighbour('PATCH', `/agents/${cast.agent}`, change));
    return must('granted', await as.owner<Capability>('GET', `/capabilities/${id}`));
  }

  async function agent(id = cast.agent): Promise<{ id: string; row_version: number }> {
    return must(
      id,
      await as.neighbour<{ id: string; row_version: number }>('GET', `/agents/${id}`),
    );
  }

  async function newAgent(): Promise<{ id: string; row_version: number }> {
    const body = { id: fresh('agt'), name: 'Night watch', owner: side };
    return must(
      'agent',
      await as.neighbour<{ id: string; row_version: number }>('POST', '/agents', body),
    );
  }

  async function key(): Promise<{ agent: string; id: string }> {
    const { id } = await newAgent();
    const made = await as.neighbour<{ id: string }>('POST', `/agents/${id}/keys`, { name: 'k' });
    return { agent: id, id: must('key', made).id };
  }

  /** A call of the agent that waits for a person. */
  async function approval(): Promise<{ id: string }> {
    const { id } = await granted();
    const path = `/capabilities/${id}/invoke`;
    const asked = must(path, await as.agent<{ approval_id: string }>('POST', path, {}));
    return { id: asked.approval_id };
  }

  async function incident(): Promise<{ id: string; capability: string }> {
    const { id: capability } = await live();
    const body = { target: { kind: 'capability', id: capability }, reason: 'It leaks.' };
    const made = await as.owner<{ id: string }>('POST', '/incidents', body);
    return { id: must('incident', made).id, capability };
  }

  async function newTeam(): Promise<{ id: string; row_version: number }> {
    const body = { id: fresh('team'), name: 'Tank farm' };
    return must(
      'team',
      await as.admin<{ id: string; row_version: number }>('POST', '/teams', body),
    );
  }

  async function user(): Promise<{ id: string; row_version: number }> {
    const body = {
      email: `${fresh('usr')}@example.com`,
      name: 'New here',
      roles: [{ tenant, role: 'member' }],
    };
    return must(
      'user',
      await as.admin<{ id: string; row_version: number }>('POST', '/users', body),
    );
  }

  async function profile(): Promise<{ id: string; row_version: number }> {
    const body = { id: fresh('prf'), name: 'Tanks' };
    return must(
      'profile',
      await as.admin<{ id: string; row_version: number }>('POST', '/profiles', body),
    );
  }

  async function backend(): Promise<{ id: string; row_version: number }> {
    const body = { id: fresh('bck'), name: 'Tanks', owner: team };
    return must(
      'backend',
      await as.owner<{ id: string; row_version: number }>('POST', '/backends', body),
    );
  }

  async function deprecated(): Promise<Capability> {
    const { id } = await live();
    const body = { disable_at: days(60) };
    const path = `/capabilities/${id}/deprecation`;
    const proposed = await as.owner<{ change_request: { id: string } }>('POST', path, body);
    const request = `/change-requests/${must(id, proposed).change_request.id}/approve`;
    must(request, await as.reviewer('POST', request, { comment: 'Seen.' }));
    return must(id, await as.owner<Capability>('GET', `/capabilities/${id}`));
  }

  async function receipt(): Promise<{ id: string }> {
    const body = { query: 'level of a tank' };
    const found = await as.agent<{ resolve_id: string }>('POST', '/capabilities/discover', body);
    return { id: must('discover', found).resolve_id };
  }

  return {
    ...{ cast, fresh, days, draft, submitted, live, deprecated, provider, sync, binding, granted },
    ...{ soon, delegation },
    ...{ agent, newAgent, key, approval, incident, newTeam, user, profile, backend, receipt },
  };
}
