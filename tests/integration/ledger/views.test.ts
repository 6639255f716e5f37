import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportQuerySchema, invocationQuerySchema } from '@/lib/schemas/ledger';
import { newId } from '@/lib/services/ids';
import { exportInvocations } from '@/lib/services/ledger/export-invocations';
import { getInvocation } from '@/lib/services/ledger/get-invocation';
import { ledger } from '@/lib/services/ledger/ledger';
import { listAuditTable, listAuditView } from '@/lib/services/ledger/list-audit-view';
import {
  listInvocationsTable,
  listInvocationsView,
} from '@/lib/services/ledger/list-invocations-view';
import { listLedgerFacets } from '@/lib/services/ledger/list-ledger-facets';
import type { StartRecord } from '@/lib/services/ledger/records';
import { verifyLedger } from '@/lib/services/ledger/verify-ledger';
import type { TestRuntime } from '../../support/db';
import {
  contextOf,
  createLedgerRuntime,
  endOf,
  seedCatalog,
  seededStart,
} from '../../support/ledger';

let test: TestRuntime;
const tenantId = 'views';
const auditor = () => contextOf({ userId: 'aud', tenantId, roles: ['auditor'] });
const readers = () => contextOf({ userId: 'rea', tenantId, teams: ['views-readers'] });
const owners = () => contextOf({ userId: 'own', tenantId, teams: ['views-owners'] });
const nobody = () => contextOf({ userId: 'nob', tenantId });
let calls: StartRecord[];

beforeAll(async () => {
  test = await createLedgerRuntime();
  const seed = await seedCatalog(test.db, 'views', tenantId);
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
  calls = [
    seededStart(seed, 'a', 'read', { startedAt: at(1), runId: 'r1' }),
    seededStart(seed, 'a', 'write', { startedAt: at(2), runId: '=cmd()', subject: '@evil' }),
    seededStart(seed, 'b', 'read', { startedAt: at(3) }),
    seededStart(seed, 'b', 'read', {
      startedAt: at(4),
      refused: { status: 'DENIED', reason: '-no grant' },
    }),
    seededStart(seed, 'b', 'read', { startedAt: at(4) }),
  ];
  for (const call of calls) await ledger().start(call);
  for (const call of calls.slice(0, 3)) await ledger().end(endOf(call));
});
afterAll(async () => {
  await test.cleanup();
});

const list = (query: Record<string, unknown>, ctx = auditor()) =>
  listInvocationsView({ ctx, input: invocationQuerySchema.parse(query) });
const ids = (items: { invocation_id: string }[]) => items.map((item) => item.invocation_id).sort();
const idsOf = (...index: number[]) => index.map((i) => calls[i]?.invocationId ?? '').sort();

describe('reading the ledger', () => {
  it('joins starts and ends and pages without holes or repeats', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map((item) => item.invocation_id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(5);
    expect([...new Set(seen)].sort()).toEqual(idsOf(0, 1, 2, 3, 4));
    const whole = await list({});
    expect(whole.items.map((item) => item.status).sort()).toEqual(
      ['DENIED', 'RUNNING', 'SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED'].sort(),
    );
    expect(whole.next_cursor).toBeNull();
  });

  it.each([
    [{ agent: 'views-a' }, [0, 1]],
    [{ capability: 'views.write' }, [1]],
    [{ status: 'DENIED' }, [3]],
    [{ status: ['DENIED', 'RUNNING'] }, [3, 4]],
    [{ run: 'r1' }, [0]],
    [{ subject: '@evil' }, [1]],
    [{ provider: 'views-server', agent: ['views-b'] }, [2, 3, 4]],
    [{ from: '2026-01-01T00:00:02Z', to: '2026-01-01T00:00:04Z' }, [1, 2]],
    [{ q: 'WRITE' }, [1]],
    [{ q: '%' }, []],
  ])('filters by %j', async (query, expected) => {
    expect(ids((await list(query)).items)).toEqual(idsOf(...expected));
  });

  it('shows owners their own agents and capabilities, others nothing', async () => {
    expect(ids((await list({}, owners())).items)).toEqual(idsOf(0, 1, 2, 3, 4));
    expect(ids((await list({}, readers())).items)).toEqual(idsOf(2, 3, 4));
    expect((await list({}, nobody())).items).toEqual([]);
    const input = { id: calls[0]?.invocationId ?? '' };
    await expect(getInvocation({ ctx: readers(), input })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await getInvocation({ ctx: owners(), input })).end_link).not.toBeNull();
    await expect(verifyLedger({ ctx: owners() })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('shows nothing of another tenant, and nothing to an agent', async () => {
    const other = contextOf({ userId: 'x', tenantId: 'shared', roles: ['admin'] });
    expect((await list({}, other)).items).toEqual([]);
    const actor = {
      kind: 'agent' as const,
      agentId: 'views-a',
      tenantId,
      keyId: 'k',
      ownerTeamId: 'views-owners',
    };
    await expect(list({}, { ...auditor(), actor })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('pages by number with the total', async () => {
    const input = { filter: {}, sort: { id: 'started_at' as const, desc: false }, page: 2 };
    const page = await listInvocationsTable({ ctx: auditor(), input: { ...input, pageSize: 2 } });
    expect(page.total).toBe(5);
    expect(page.rows[0]?.invocation_id).toBe(calls[2]?.invocationId);
  });
});

describe('exporting the ledger', () => {
  const file = async (query: Record<string, unknown>, ctx = auditor()) =>
    exportInvocations({ ctx, input: exportQuerySchema.parse(query) });

  it('escapes what a spreadsheet would run', async () => {
    const response = await file({ format: 'csv' });
    expect(response.headers.get('content-type')).toContain('text/csv');
    const lines = (await response.text()).trim().split('\r\n');
    expect(lines).toHaveLength(6);
    const evil = lines.find((line) => line.includes('cmd()')) ?? '';
    expect(evil).toContain(",'=cmd(),");
    expect(evil).toContain(",'@evil,");
    expect(lines.find((line) => line.includes('no grant'))).toContain("'-no grant");
  });

  it('writes one JSON object a line, by the same filters and rights', async () => {
    const text = await (await file({ format: 'jsonl', agent: 'views-b' }, readers())).text();
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(ids(rows)).toEqual(idsOf(2, 3, 4));
  });
});

describe('reading the audit trail', () => {
  it('shows owners what was done to their objects and what they did', async () => {
    const event = (targetKind: string, targetId: string, actorId: string) => ({
      id: newId('aud'),
      tenantId,
      at: new Date(),
      actorKind: 'user',
      actorId,
      actorName: actorId,
      action: 'thing.change',
      targetKind,
      targetId,
      door: 'rest',
      requestId: 'r',
      before: { status: 'DRAFT' },
      after: { status: 'REVIEW' },
    });
    await test.db.prisma.auditEvent.createMany({
      data: [
        event('capability', 'views.read', 'ann'),
        event('agent', 'views-b', 'ann'),
        event('team', 'views-readers', 'rea'),
      ],
    });
    const targets = async (ctx: ReturnType<typeof auditor>) =>
      (await listAuditView({ ctx, input: { limit: 50 } })).items
        .map((item) => item.target_id)
        .sort();
    expect(await targets(auditor())).toEqual(['views-b', 'views-readers', 'views.read']);
    expect(await targets(readers())).toEqual(['views-b', 'views-readers']);
    expect(await targets(owners())).toEqual(['views.read']);
    expect(await targets(nobody())).toEqual([]);
    const page = await listAuditTable({
      ctx: auditor(),
      input: { filter: { kinds: ['agent'] }, desc: true, page: 1, pageSize: 10 },
    });
    expect(page).toMatchObject({ total: 1, rows: [{ after: { status: 'REVIEW' } }] });
  });
});

describe('the values of the filters', () => {
  it('are at most 200 of each kind: many agents leave the providers their place', async () => {
    const seed = await seedCatalog(test.db, 'facets', 'facets');
    const starts = Array.from({ length: 205 }, (_, n) =>
      seededStart(seed, 'a', 'read', { agentId: `agent-${n}`, startedAt: new Date() }),
    );
    await Promise.all(starts.map((start) => ledger().start(start)));
    const ctx = contextOf({ userId: 'aud', tenantId: 'facets', roles: ['auditor'] });
    const facets = await listLedgerFacets({ ctx });
    expect(facets.agent).toHaveLength(200);
    expect(facets.capability.map((one) => one.value)).toEqual([starts[0]?.capabilityId]);
    expect(facets.provider.map((one) => one.value)).toEqual([starts[0]?.providerId]);
  });
});
