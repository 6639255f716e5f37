import { inject } from 'vitest';
import { type Rest, restClient } from '@/lib/cli/rest';

type Capability = { id: string; status: string; row_version: number };

/** The demo's people and agents at the REST door, to prepare what a journey begins with. */
export function demoPeople() {
  const { url, demo } = inject('e2e');
  const owner = restClient(url, demo.people.owner);
  const reviewer = restClient(url, demo.people.reviewer);
  const agent = (id: string): Rest => {
    const key = demo.agents[id];
    if (!key) throw new Error(`The demo has no agent ${id}.`);
    return restClient(url, key);
  };
  return { owner, reviewer, agent };
}

function requireStatus<T>(what: string, answer: { status: number; body: T }): T {
  if (answer.status < 300) return answer.body;
  throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
}

/** Syncs a demo provider unless its capabilities are there already. */
export async function ensureSynced(provider: string): Promise<void> {
  const { owner } = demoPeople();
  const path = `/capabilities?provider=${provider}&limit=1`;
  const found = requireStatus('list', await owner<{ items: unknown[] }>('GET', path));
  if (found.items.length > 0) return;
  requireStatus('sync', await owner('POST', `/providers/${provider}/sync`));
}

/** Takes a draft to production as two people; what is live stays as it is. */
export async function ensureLive(id: string, changes: Record<string, unknown> = {}): Promise<void> {
  const { owner, reviewer } = demoPeople();
  await ensureSynced(id.slice(0, id.indexOf('.')));
  const before = requireStatus(id, await owner<Capability>('GET', `/capabilities/${id}`));
  if (before.status === 'PRODUCTION') return;
  const edit = { row_version: before.row_version, scopes: { none: true }, ...changes };
  requireStatus('edit', await owner('PATCH', `/capabilities/${id}`, edit));
  const submitted = requireStatus(
    'submit',
    await owner<{ change_request: { id: string } }>('POST', `/capabilities/${id}/transitions`, {
      to: 'REVIEW',
      reason: 'Wanted by a journey.',
    }),
  );
  const request = `/change-requests/${submitted.change_request.id}/approve`;
  requireStatus('approve', await reviewer('POST', request, { comment: 'Reads well.' }));
}

/** Grants one capability by name, beside what the agent has. HIGH is reached in no other way. */
export async function ensureGranted(agentId: string, capability: string): Promise<void> {
  const { owner } = demoPeople();
  const path = `/agents/${agentId}/grants`;
  type Item = Record<'target', Record<string, string>> & Record<string, unknown>;
  const items = requireStatus('grants', await owner<Item[]>('GET', path));
  if (items.some(({ target }) => target.capability === capability)) return;
  const kept = items.map(({ granted_by: _by, created_at: _at, ...grant }) => grant);
  const added = { target: { capability }, discover: true, invoke: true };
  requireStatus('grant', await owner('PUT', path, [...kept, added]));
}

/** Registers a draft of the platform team, without a server behind it. */
export async function makeDraft(id: string, more: Record<string, unknown> = {}): Promise<void> {
  const { owner } = demoPeople();
  const draft = {
    id,
    name: id,
    type: 'DB_TOOL',
    owner: 'platform',
    risk: 'LOW',
    description: 'Returns the level of a tank in percent. Changes nothing.',
    scopes: { none: true },
    ...more,
  };
  requireStatus(id, await owner('POST', '/capabilities', draft));
}
