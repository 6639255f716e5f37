import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtime } from '@/lib/runtime';
import { decideApproval } from '@/lib/services/approvals/decide-approval';
import { getApproval } from '@/lib/services/approvals/get-approval';
import { getApprovalView } from '@/lib/services/approvals/get-approval-view';
import { listApprovalTable } from '@/lib/services/approvals/list-approval-table-view';
import { MOST_WAITING } from '@/lib/services/approvals/request-approval';
import type { Context } from '@/lib/services/context';
import { getDecision } from '@/lib/services/invoke/decide';
import { tryCall } from '@/lib/services/invoke/try-call';
import { getOverview } from '@/lib/services/overview/get-overview';
import { countWaiting } from '@/lib/services/people/count-waiting';
import { failureOf } from '@/tests/support/catalog';
import {
  auditOf,
  makeAgent,
  makeAgentKey,
  makeTeam,
  makeTenant,
  makeUser,
  uniqueId,
  userContext,
} from '@/tests/support/fixtures';
import {
  grantAgent,
  makeHttpProvider,
  makeLiveCapabilities,
} from '@/tests/support/live-capabilities';
import { type ReplayServer, startReplayServer } from '@/tests/support/replay-server';
import { createWorld, type RestClient, type World } from '@/tests/support/world';

const TOOL = 'stations.delete';
const called: string[] = [];

let world: World;
let upstream: ReplayServer;
let tenantId: string;
let agentTeam: string;
/** Reviewer who also owns the calling agent. */
let ownerOfAgent: Context;
let reviewer: Context;
let second: Context;
let auditor: Context;

beforeAll(async () => {
  world = await createWorld();
  upstream = await startReplayServer(
    { tools: [] },
    {
      answer: (_name, args) => {
        called.push(String(args.id));
        return { content: [{ type: 'text', text: 'deleted' }] };
      },
    },
  );
  tenantId = await makeTenant();
  const olga = await makeUser({ [tenantId]: ['reviewer'] });
  agentTeam = await makeTeam(tenantId, [olga.id]);
  const toolTeam = await makeTeam(tenantId);
  await makeHttpProvider({
    tenantId,
    ownerTeamId: toolTeam,
    id: 'stations',
    endpoint: upstream.url,
  });
  await makeLiveCapabilities(tenantId, toolTeam, [
    {
      id: TOOL,
      type: 'MCP_TOOL',
      risk: 'HIGH',
      description: 'Deletes a weather station for good.',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      binding: { providerId: 'stations', upstreamName: 'delete' },
    },
  ]);
  ownerOfAgent = await userContext(olga.id, tenantId);
  reviewer = await contextWith('reviewer');
  second = await contextWith('reviewer');
  auditor = await contextWith('auditor');
});

afterAll(async () => {
  await upstream?.close();
  await world?.cleanup();
});

async function contextWith(role: 'reviewer' | 'auditor' | 'member'): Promise<Context> {
  return await userContext((await makeUser({ [tenantId]: [role] })).id, tenantId);
}

type Caller = { agent: string; keyId: string; call: RestClient };

async function makeCaller(): Promise<Caller> {
  const agent = await makeAgent(tenantId, agentTeam);
  await grantAgent(tenantId, agent, [{ kind: 'capability', target: TOOL, invoke: true }]);
  const key = await makeAgentKey(tenantId, agent);
  return { agent, keyId: key.id, call: world.as(key.text) };
}

function invoke({ call }: Caller, id: string, approval_id?: string) {
  return call<{ approval_id: string; code: string; detail: string }>(
    'POST',
    `/capabilities/${TOOL}/invoke`,
    { arguments: { id }, ...(approval_id ? { approval_id } : {}) },
  );
}

/** A call that waits: answers the id of its approval. */
async function ask(caller: Caller, id: string): Promise<string> {
  const answer = await invoke(caller, id);
  expect(answer.status).toBe(202);
  return answer.body.approval_id;
}

const now = (ctx: Context): Context => ({ ...ctx, now: new Date() });
const approve = (ctx: Context, id: string) =>
  decideApproval({ ctx: now(ctx), input: { id, decision: 'approve', comment: '' } });
const deny = (ctx: Context, id: string, comment: string) =>
  decideApproval({ ctx: now(ctx), input: { id, decision: 'deny', comment } });
const rowOf = (id: string) =>
  runtime().db.prisma.approval.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });

describe('who may decide', () => {
  it('an owner of the calling agent may not, even as reviewer, and reads why', async () => {
    const id = await ask(await makeCaller(), uniqueId('s'));
    const view = await getApproval({ ctx: now(ownerOfAgent), input: { id } });
    expect(view).toMatchObject({ status: 'PENDING', may_decide: false, arguments: null });
    expect(view.why_not.join(' ')).toContain('invite a second person');
    expect(await failureOf(approve(ownerOfAgent, id))).toMatchObject({ code: 'FORBIDDEN' });
    expect((await rowOf(id)).status).toBe('PENDING');
  });

  it('an owner of the agent may not after leaving its team either', async () => {
    const leaver = await makeUser({ [tenantId]: ['reviewer'] });
    const member = { tenantId, teamId: agentTeam, userId: leaver.id };
    const { prisma } = runtime().db;
    await prisma.teamMember.create({ data: member });
    const caller = await makeCaller();
    const station = uniqueId('s');
    const id = await ask(caller, station);
    await prisma.teamMember.delete({ where: { tenantId_teamId_userId: member } });
    const ctx = await userContext(leaver.id, tenantId);
    const failure = await failureOf(approve(ctx, id));
    expect(failure).toMatchObject({ code: 'FORBIDDEN' });
    expect(failure.message).toContain('You stood behind this call');
    const view = await getApproval({ ctx: now(ctx), input: { id } });
    expect(view).toMatchObject({ may_decide: false, arguments: null });
    const input = { filters: { agent: [caller.agent] }, page: 1, pageSize: 25 };
    const { rows } = await listApprovalTable({ ctx: now(ctx), input });
    expect(rows.map((row) => row.may_decide)).toEqual([false]);
    const before = (await countWaiting({ ctx: now(reviewer) })).approvals;
    expect((await countWaiting({ ctx: now(ctx) })).approvals).toBe(before - 1);
    for (const one of [ctx, reviewer, auditor]) {
      const { approvals, decide, access, counts } = await getOverview({ ctx: now(one) });
      expect(await countWaiting({ ctx: now(one) })).toEqual({
        approvals: approvals.total,
        access_requests: access.total,
        change_requests: decide.total,
        ownership: counts.my_offers + counts.my_overdue,
      });
    }
    // An auditor reads every call and decides none.
    expect((await countWaiting({ ctx: now(auditor) })).approvals).toBe(0);
    expect((await getOverview({ ctx: now(ctx) })).approvals.items).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ id })]),
    );
    expect((await approve(reviewer, id)).status).toBe('APPROVED');
  });

  it('nor who joined while it waited and asked again, nor who made the key', async () => {
    const [joiner, keyMaker] = [
      await makeUser({ [tenantId]: ['reviewer'] }),
      await makeUser({ [tenantId]: ['reviewer'] }),
    ];
    const { prisma } = runtime().db;
    const caller = await makeCaller();
    await prisma.agentKey.update({
      where: { id: caller.keyId },
      data: { createdBy: keyMaker.id },
    });
    const station = uniqueId('s');
    const id = await ask(caller, station);
    const member = { tenantId, teamId: agentTeam, userId: joiner.id };
    await prisma.teamMember.create({ data: member });
    expect(await ask(caller, station)).toBe(id);
    await prisma.teamMember.delete({ where: { tenantId_teamId_userId: member } });
    for (const person of [joiner, keyMaker]) {
      const ctx = await userContext(person.id, tenantId);
      expect(await failureOf(approve(ctx, id))).toMatchObject({ code: 'FORBIDDEN' });
    }
    await approve(reviewer, id);
  });

  it('only who may decide reads the arguments, and only while it waits', async () => {
    const station = uniqueId('s');
    const id = await ask(await makeCaller(), station);
    const seen = await getApprovalView({ ctx: now(reviewer), input: { id } });
    expect(seen).toMatchObject({
      may_decide: true,
      arguments: { id: station },
      capability_description: 'Deletes a weather station for good.',
    });
    const shape = await getApproval({ ctx: now(auditor), input: { id } });
    expect(shape).toMatchObject({ may_decide: false, arguments: null });
    expect(JSON.stringify(shape)).not.toContain(station);
    await approve(reviewer, id);
    const after = await getApproval({ ctx: now(reviewer), input: { id } });
    expect(JSON.stringify(after)).not.toContain(station);
    expect((await rowOf(id)).argumentsSealed).toBeNull();
  });

  it('a person without a part in it and people of other tenants do not see it', async () => {
    const id = await ask(await makeCaller(), uniqueId('s'));
    const elsewhere = await makeTenant();
    const stranger = await userContext(
      (await makeUser({ [elsewhere]: ['admin', 'reviewer'] })).id,
      elsewhere,
    );
    for (const ctx of [await contextWith('member'), stranger]) {
      expect(await failureOf(getApproval({ ctx, input: { id } }))).toMatchObject({
        code: 'NOT_FOUND',
      });
    }
    expect(await failureOf(approve(stranger, id))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a decision', () => {
  it('is taken once: the slower of two people hears so', async () => {
    const id = await ask(await makeCaller(), uniqueId('s'));
    const outcomes = await Promise.allSettled([approve(reviewer, id), deny(second, id, 'No.')]);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    const lost = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(lost).toMatchObject({ reason: { code: 'CONFLICT' } });
    const lines = (await auditOf('approval', id)).map((line) => line.action);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe('approval.request');
  });

  it('of no needs its reason, which the agent reads', async () => {
    const caller = await makeCaller();
    const station = uniqueId('s');
    const id = await ask(caller, station);
    expect(await failureOf(deny(reviewer, id, ''))).toMatchObject({
      code: 'VALIDATION',
      path: 'comment',
    });
    await deny(reviewer, id, 'That station still measures.');
    const refused = await invoke(caller, station, id);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 'DENIED' });
    expect(refused.body.detail).toContain('That station still measures.');
    expect(called).not.toContain(station);
  });

  it('comes too late after the time is over', async () => {
    const caller = await makeCaller();
    const station = uniqueId('s');
    const [open, approved] = [await ask(caller, station), await ask(caller, `${station}-2`)];
    await approve(reviewer, approved);
    await runtime().db.prisma.approval.updateMany({
      where: { tenantId, id: { in: [open, approved] } },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    expect(await failureOf(approve(reviewer, open))).toMatchObject({ code: 'PRECONDITION_FAILED' });
    const view = await getApproval({ ctx: now(reviewer), input: { id: open } });
    expect(view).toMatchObject({ status: 'EXPIRED', may_decide: false, arguments: null });
    const late = await invoke(caller, `${station}-2`, approved);
    expect(late.status).toBe(412);
    expect(called).not.toContain(`${station}-2`);
    expect(await ask(caller, station)).not.toBe(open);
  });
});

describe('an approval', () => {
  it('is asked for once, however often the agent repeats the call', async () => {
    const caller = await makeCaller();
    const station = uniqueId('s');
    const id = await ask(caller, station);
    expect(await ask(caller, station)).toBe(id);
    expect(await ask(caller, `${station}-2`)).not.toBe(id);
    const waiting = await invoke(caller, station, id);
    expect(waiting.status).toBe(202);
  });

  it('waits beside so many others at most, and no more of them than that at once', async () => {
    const team = await makeTeam(tenantId);
    const flooder = await makeAgent(tenantId, team);
    await grantAgent(tenantId, flooder, [{ kind: 'capability', target: TOOL, invoke: true }]);
    const ask = world.as((await makeAgentKey(tenantId, flooder)).text);
    const call = (id: string) => ask('POST', `/capabilities/${TOOL}/invoke`, { arguments: { id } });
    const answers = await Promise.all(
      Array.from({ length: MOST_WAITING + 5 }, (_, index) => call(`flood-${index}`)),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(MOST_WAITING);
    const over = answers.filter(({ status }) => status === 429);
    expect(over).toHaveLength(5);
    expect(over[0]?.body.detail).toContain('wait for a person already');
    expect(Number(over[0]?.headers.get('retry-after'))).toBeGreaterThan(3_000);
    const known = answers.findIndex(({ status }) => status === 202);
    expect(await call(`flood-${known}`)).toMatchObject({ status: 202 });
  });

  it('is bound to its agent and arguments', async () => {
    const caller = await makeCaller();
    const station = uniqueId('s');
    const id = await ask(caller, station);
    await approve(reviewer, id);
    const other = await invoke(caller, `${station}-2`, id);
    expect(other.status).toBe(412);
    const foreign = await invoke(await makeCaller(), station, id);
    expect(foreign.status).toBe(404);
    expect((await rowOf(id)).status).toBe('APPROVED');
  });

  it('is good once, under two calls at the same time', async () => {
    const caller = await makeCaller();
    const station = uniqueId('s');
    const id = await ask(caller, station);
    await approve(reviewer, id);
    const answers = await Promise.all([invoke(caller, station, id), invoke(caller, station, id)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 412]);
    expect(called.filter((item) => item === station)).toHaveLength(1);
    const row = await rowOf(id);
    expect(row).toMatchObject({ status: 'USED' });
    expect(row.usedInvocation).toMatch(/^inv_/);
    expect((await invoke(caller, station, id)).status).toBe(412);
  });

  it('does not outlive the key or the grant it was asked with', async () => {
    const [keyless, grantless] = [await makeCaller(), await makeCaller()];
    const station = uniqueId('s');
    const ids = [await ask(keyless, station), await ask(grantless, station)] as const;
    for (const id of ids) await approve(reviewer, id);
    const { prisma } = runtime().db;
    await prisma.agentKey.update({
      where: { id: keyless.keyId },
      data: { revokedAt: new Date() },
    });
    await prisma.grant.deleteMany({ where: { tenantId, agentId: grantless.agent } });
    expect((await invoke(keyless, station, ids[0])).status).toBe(401);
    expect((await invoke(grantless, station, ids[1])).status).toBe(404);
    expect(called).not.toContain(station);
    for (const id of ids) expect((await rowOf(id)).status).toBe('APPROVED');
  });
});

describe('the table', () => {
  it('lists what waits first and counts every status', async () => {
    const caller = await makeCaller();
    const first = await ask(caller, uniqueId('s'));
    const denied = await ask(caller, uniqueId('s'));
    await deny(reviewer, denied, 'No.');
    const last = await ask(caller, uniqueId('s'));
    const filters = { agent: [caller.agent] };
    const table = await listApprovalTable({
      ctx: now(reviewer),
      input: { filters, page: 1, pageSize: 25 },
    });
    expect(table.rows.map((row) => row.id)).toEqual([first, last, denied]);
    expect(table.rows[0]).toMatchObject({ may_decide: true, subject: null, risk: 'HIGH' });
    expect(table).toMatchObject({ total: 3 });
    expect(table.counts.PENDING).toBeGreaterThanOrEqual(2);
    const page = await listApprovalTable({
      ctx: now(ownerOfAgent),
      input: { filters, page: 2, pageSize: 2 },
    });
    expect(page.rows.map((row) => row.id)).toEqual([denied]);
    const waiting = await listApprovalTable({
      ctx: now(ownerOfAgent),
      input: { filters: { ...filters, status: ['PENDING'] }, page: 1, pageSize: 25 },
    });
    expect(waiting.rows.map((row) => row.may_decide)).toEqual([false, false]);
  });
});

describe('who is told that a call waits', () => {
  const toldOf = async (id: string) => {
    const where = { href: `/approvals/${id}`, kind: 'approval.wanted' };
    const rows = await runtime().db.prisma.notification.findMany({ where });
    return rows.map(({ userId }) => userId);
  };
  const idOf = ({ actor }: Context) => (actor.kind === 'user' ? actor.userId : '');

  it('is every reviewer, once for a call asked again, and not who stands behind it', async () => {
    const caller = await makeCaller();
    const id = await ask(caller, 'told-1');
    const told = await toldOf(id);
    expect(told).toEqual(expect.arrayContaining([idOf(reviewer), idOf(second)]));
    expect(told).not.toContain(idOf(ownerOfAgent));
    expect(told).not.toContain(idOf(auditor));
    expect(await ask(caller, 'told-1')).toBe(id);
    expect(await toldOf(id)).toHaveLength(told.length);
  });
});

describe('a call by hand', () => {
  it('shows field errors, then waits, then runs with the approval', async () => {
    const { agent } = await makeCaller();
    const station = uniqueId('s');
    const call = (args: Record<string, string>, approval_id?: string) =>
      tryCall({
        ctx: now(ownerOfAgent),
        input: {
          id: TOOL,
          agent_id: agent,
          arguments: args,
          ...(approval_id ? { approval_id } : {}),
        },
      });
    const wrong = await call({ name: station });
    expect(wrong).toMatchObject({ kind: 'failed', code: 'VALIDATION', invocation_id: null });
    expect(JSON.stringify(wrong)).toContain('id');
    const waiting = await call({ id: station });
    if (waiting.kind !== 'waiting') throw new Error(`It should wait: ${JSON.stringify(waiting)}`);
    await approve(reviewer, waiting.approval_id);
    const done = await call({ id: station }, waiting.approval_id);
    expect(done).toMatchObject({
      kind: 'done',
      status: 'SUCCEEDED',
      provider: 'stations',
      output: { content: [{ type: 'text', text: 'deleted' }] },
    });
    const again = await call({ id: station }, waiting.approval_id);
    expect(again).toMatchObject({ kind: 'failed', code: 'PRECONDITION_FAILED' });
  });

  it('tells the person what hides it from the agent, and the agent that there is none', async () => {
    const agent = await makeAgent(tenantId, agentTeam);
    const asAgent = world.as((await makeAgentKey(tenantId, agent)).text);
    const arguments_ = { id: 'x' };
    const refused = await tryCall({
      ctx: now(ownerOfAgent),
      input: { id: TOOL, agent_id: agent, arguments: arguments_ },
    });
    expect(refused).toMatchObject({ kind: 'failed', code: 'DENIED' });
    expect(JSON.stringify(refused)).toContain('No grant that names it');
    const decision = await getDecision({
      ctx: now(ownerOfAgent),
      input: { id: TOOL, agent_id: agent },
    });
    expect(decision).toMatchObject({
      allowed: false,
      reasons: [expect.stringContaining('No grant')],
    });
    for (const verb of ['invoke', 'decision']) {
      const answer = await asAgent('POST', `/capabilities/${TOOL}/${verb}`, {
        ...(verb === 'invoke' ? { arguments: arguments_ } : {}),
      });
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      expect(JSON.stringify(answer.body)).not.toContain('grant');
    }
  });

  it('is for who may act as the agent', async () => {
    const { agent } = await makeCaller();
    const input = { id: TOOL, agent_id: agent, arguments: { id: 'x' } };
    const refused = await tryCall({ ctx: now(second), input });
    expect(refused).toMatchObject({ kind: 'failed', code: 'FORBIDDEN' });
  });
});
