import type { DemoTool } from './demo-tools';
import type { Reply, Rest } from './rest';

type Capability = {
  id: string;
  status: string;
  risk: string;
  description: string;
  row_version: number;
};
type Problem = { detail?: string; errors?: { path: string; message: string }[] };

/** What became of one tool, in a line for a person. */
export type Promotion = { id: string; outcome: 'promoted' | 'live' | 'left'; detail: string };

/**
 * Takes a draft to PRODUCTION as two people: the owner writes and submits, the reviewer approves.
 * Anything that is no draft, or is riskier than MEDIUM, is left as it is.
 */
export async function promote(owner: Rest, reviewer: Rest, tool: DemoTool): Promise<Promotion> {
  const { id } = tool;
  const found = await owner<Capability>('GET', `/capabilities/${id}`);
  if (found.status !== 200) return left(id, `not in the catalog (${problemOf(found)})`);
  const { status, risk } = found.body;
  if (status === 'PRODUCTION' || status === 'DEPRECATED')
    return { id, outcome: 'live', detail: status };
  if (risk !== 'LOW' && risk !== 'MEDIUM') return left(id, `its risk is ${risk}`);
  const request =
    status === 'REVIEW' ? await openRequest(owner, id) : await submit(owner, tool, found.body);
  if (!request.ok) return left(id, request.why);
  const decided = await reviewer('POST', `/change-requests/${request.id}/approve`, {
    comment: 'Reads well; the risk is right.',
  });
  if (decided.status !== 200) return left(id, problemOf(decided));
  return { id, outcome: 'promoted', detail: risk };
}

type Request = { ok: true; id: string } | { ok: false; why: string };

async function submit(owner: Rest, tool: DemoTool, draft: Capability): Promise<Request> {
  if (draft.status !== 'DRAFT') return { ok: false, why: `its status is ${draft.status}` };
  const path = `/capabilities/${tool.id}`;
  const edited = await owner('PATCH', path, {
    row_version: draft.row_version,
    scopes: { none: true },
    ...(tool.description ? { description: tool.description } : {}),
  });
  if (edited.status !== 200) return { ok: false, why: problemOf(edited) };
  const submitted = await owner<{ change_request: { id: string } | null }>(
    'POST',
    `${path}/transitions`,
    { to: 'REVIEW', reason: 'Wanted by the demo agents.' },
  );
  const id = submitted.body.change_request?.id;
  return id ? { ok: true, id } : { ok: false, why: problemOf(submitted) };
}

/** One that an earlier run submitted and did not get to decide. */
async function openRequest(owner: Rest, capability: string): Promise<Request> {
  const query = new URLSearchParams({ capability_id: capability, status: 'OPEN', limit: '1' });
  const found = await owner<{ items: { id: string }[] }>('GET', `/change-requests?${query}`);
  const id = found.body.items?.[0]?.id;
  return id ? { ok: true, id } : { ok: false, why: 'it is in review without an open request' };
}

function left(id: string, detail: string): Promotion {
  return { id, outcome: 'left', detail };
}

/** Why the door refused, in one line. */
export function problemOf(reply: Reply): string {
  const { detail, errors } = (reply.body ?? {}) as Problem;
  const first = errors?.[0];
  const field = first ? `; ${first.path}: ${first.message}` : '';
  return `${reply.status} ${detail ?? ''}${field}`.trim();
}
