import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '@/lib/services/context';
import { getIncident } from '@/lib/services/incidents/get-incident';
import { listIncidentsView } from '@/lib/services/incidents/list-incidents-view';
import { openIncident } from '@/lib/services/incidents/open-incident';
import { inflight, killSet } from '@/lib/services/incidents/parts';
import { restoreIncident } from '@/lib/services/incidents/restore-incident';
import { ledger } from '@/lib/services/ledger/ledger';
import { getOverview } from '@/lib/services/overview/get-overview';
import type { TestRuntime } from '../../support/db';
import { makeUser } from '../../support/fixtures';
import {
  contextOf,
  createLedgerRuntime,
  endOf,
  seedCatalog,
  seededStart,
} from '../../support/ledger';

let test: TestRuntime;
beforeAll(async () => {
  test = await createLedgerRuntime();
});
afterAll(async () => {
  await test.cleanup();
});

const admin = () => contextOf({ userId: 'ann', roles: ['admin'] });
const reviewer = () => contextOf({ userId: 'rob', roles: ['reviewer'] });
const press = (kind: 'capability' | 'provider' | 'agent' | 'backend', id: string, ctx = admin()) =>
  openIncident({ ctx, input: { target: { kind, id }, reason: 'It misbehaves.' } });
const restore = (id: string, ctx = reviewer()) =>
  restoreIncident({ ctx, input: { id, reason: 'Repaired.' } });

describe('pressing', () => {
  it('stops each kind of target, says who is hit, and leaves an audit row', async () => {
    const seed = await seedCatalog(test.db, 'press');
    const call = seededStart(seed, 'a', 'read');
    expect(await ledger().start(call)).toEqual({ started: true });
    await ledger().end(endOf(call));
    let calls = 1;
    for (const [kind, id] of [
      ['capability', 'press.read'],
      ['provider', seed.provider],
      ['backend', seed.backend],
      ['agent', 'press-a'],
    ] as const) {
      const opened = await press(kind, id);
      expect(opened.replicas).toMatchObject([{ id: 'test-replica', how: 'acknowledged' }]);
      expect(opened.replicas[0]?.effective_ms).toBeLessThan(2_000);
      expect(opened.impact.calls_30d).toBe(calls);
      expect(opened.impact.agents.find((agent) => agent.id === 'press-a')).toMatchObject({
        calls_24h: calls,
        share_30d: 1,
        declared: true,
      });
      const outcome = await ledger().start(seededStart(seed, 'a', 'read'));
      expect(outcome).toMatchObject({
        started: false,
        stoppedBy: { incidentId: opened.id, targetKind: kind, targetId: id },
      });
      const audit = await test.db.prisma.auditEvent.findFirst({
        where: { action: 'incident.open', targetKind: kind, targetId: id },
      });
      expect(audit).toMatchObject({ actorId: 'ann', reason: 'It misbehaves.' });
      await restore(opened.id);
      expect(await ledger().start(seededStart(seed, 'a', 'read'))).toEqual({ started: true });
      calls += 1;
    }
  });

  it('cancels covered calls in flight and counts them', async () => {
    const seed = await seedCatalog(test.db, 'flight');
    const targets = (agent: string) => ({
      tenantId: 'shared',
      agent,
      capability: { tenantId: 'shared', id: 'flight.read' },
      providers: [{ tenantId: 'shared', id: seed.provider }],
      backendIds: [seed.backend],
    });
    const aborted: string[] = [];
    inflight().register('one', targets('flight-a'), () => aborted.push('one'));
    const land = inflight().register('two', targets('flight-b'), () => aborted.push('two'));
    const opened = await press('agent', 'flight-a');
    expect(aborted).toEqual(['one']);
    land();
    await expect
      .poll(
        async () => (await getIncident({ ctx: admin(), input: { id: opened.id } })).cancelled_calls,
      )
      .toBe(1);
  });

  it('is two incidents when two people press, one when one presses twice', async () => {
    const seed = await seedCatalog(test.db, 'twice');
    const first = await press('capability', 'twice.read');
    expect((await press('capability', 'twice.read')).id).toBe(first.id);
    const second = await press('capability', 'twice.read', reviewer());
    expect(second.id).not.toBe(first.id);
    await restore(first.id);
    expect(await ledger().start(seededStart(seed, 'a', 'read'))).toMatchObject({ started: false });
    await restore(second.id, admin());
    expect(await ledger().start(seededStart(seed, 'a', 'read'))).toEqual({ started: true });
  });

  it('stays readable when its process ends right after the press, and a second press finishes it', async () => {
    await seedCatalog(test.db, 'cut');
    const { id } = await press('capability', 'cut.read');
    await test.db.pool.query("UPDATE incidents SET impact = '{}' WHERE id = $1", [id]);
    await test.db.pool.query('DELETE FROM incident_replicas WHERE incident_id = $1', [id]);
    const cut = await getIncident({ ctx: admin(), input: { id } });
    expect(cut).toMatchObject({ impact: null, replicas: [], reason: 'It misbehaves.' });
    const again = await press('capability', 'cut.read');
    expect(again.id).toBe(id);
    const whole = await getIncident({ ctx: admin(), input: { id } });
    expect(whole.impact).toEqual(again.impact);
    expect(whole.replicas).toHaveLength(again.replicas.length);
  });

  it('is for admin, reviewer and owner only', async () => {
    const seed = await seedCatalog(test.db, 'who');
    const owner = contextOf({ userId: 'own', teams: [seed.ownerTeamId] });
    await expect(
      press('capability', 'who.read', contextOf({ userId: 'aud', roles: ['auditor'] })),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await press('capability', 'who.read', owner)).opened_by).toBe('own');
  });

  it('does not know what is of another tenant', async () => {
    await seedCatalog(test.db, 'other', 'other');
    await expect(press('capability', 'other.read')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const theirs = contextOf({ userId: 'bob', tenantId: 'other', roles: ['admin'] });
    const opened = await press('capability', 'other.read', theirs);
    const input = { id: opened.id };
    await expect(getIncident({ ctx: admin(), input })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(restore(opened.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const listed = await listIncidentsView({ ctx: admin(), input: { state: 'all', limit: 200 } });
    expect(listed.items.map((item) => item.id)).not.toContain(opened.id);
  });

  it('a stale kill set is read again before it is believed', async () => {
    await killSet().ensureFresh();
    expect(killSet().fresh()).toBe(true);
  });
});

describe('restoring', () => {
  it('takes a second person: the service and the database refuse who pressed', async () => {
    await seedCatalog(test.db, 'four');
    const opened = await press('capability', 'four.read');
    await expect(restore(opened.id, admin())).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const waitsFor = async (ctx: Context) =>
      (await getOverview({ ctx })).restore.items.map((item) => item.id);
    expect(await waitsFor(reviewer())).toContain(opened.id);
    expect(await waitsFor(admin())).not.toContain(opened.id);
    const whyNot = async () =>
      (await getIncident({ ctx: admin(), input: { id: opened.id } })).restore_blocked;
    expect((await whyNot()).join(' ')).toContain('invite a second person');
    const { id: userId } = await makeUser({ [opened.tenant_id]: ['reviewer'] });
    const bare = ['You pressed this emergency disable, so somebody else restores it.'];
    expect(await whyNot()).toEqual(bare);
    await test.db.prisma.user.update({ where: { id: userId }, data: { active: false } });
    expect((await whyNot()).join(' ')).toContain('invite a second person');
    await expect(
      test.db.pool.query(
        "UPDATE incidents SET restored_by = 'ann', restored_at = now() WHERE id = $1",
        [opened.id],
      ),
    ).rejects.toMatchObject({ code: '23514' });
    expect((await restore(opened.id)).restored_by).toBe('rob');
    await expect(restore(opened.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    const audits = await test.db.prisma.auditEvent.count({
      where: { action: 'incident.restore', targetId: 'four.read' },
    });
    expect(audits).toBe(1);
  });

  it('is not for owners', async () => {
    const seed = await seedCatalog(test.db, 'own');
    const opened = await press('capability', 'own.read');
    const owner = contextOf({ userId: 'own', teams: [seed.ownerTeamId] });
    await expect(restore(opened.id, owner)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('lets one of two restorers through', async () => {
    await seedCatalog(test.db, 'lost');
    const opened = await press('capability', 'lost.read');
    const second = contextOf({ userId: 'eve', roles: ['admin'] });
    const results = await Promise.allSettled([restore(opened.id), restore(opened.id, second)]);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
