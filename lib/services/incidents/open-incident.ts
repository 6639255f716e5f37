import type { z } from 'zod';
import { authorize } from '@/lib/core/policy/authorize';
import type { Tx } from '@/lib/db/transaction';
import { log } from '@/lib/observability/log';
import { runtime } from '@/lib/runtime';
import type { OpenedIncident, openIncidentSchema, ReplicaEffect } from '@/lib/schemas/incidents';
import type { Impact } from '@/lib/schemas/usage';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed, requireUser } from '../authorize';
import { type Context, systemContext } from '../context';
import { newId } from '../ids';
import { computeImpact } from '../impact/get-impact';
import { membersOf } from '../notifications/members-of';
import { tell, tellOthers } from '../notifications/tell';
import { awaitReplicas } from './await-replicas';
import { openedEvent } from './incident-events';
import { INCIDENT_COLUMNS, toEffect, toImpact, toIncident } from './incident-view';
import { type LoadedTarget, loadTarget } from './load-target';
import { killSet } from './parts';

type Call = { ctx: Context; input: z.output<typeof openIncidentSchema> };
type Pressed = { id: string; epoch: bigint; pressedAt: Date };

/**
 * Emergency disable. The stop is committed first and everything else follows: no call starts
 * after the commit; the answer comes when every live replica serves by it. A second person's press
 * on the same target is an incident of its own (the target stays stopped while one is open); the
 * same person's is answered with the one they opened.
 * @throws ServiceError NOT_FOUND, FORBIDDEN.
 */
export async function openIncident({ ctx, input }: Call): Promise<OpenedIncident> {
  const user = requireUser(ctx.actor);
  const target = await loadTarget(ctx, input.target);
  const { tenantId, ownerTeamId } = target;
  requireAllowed(authorize(ctx.actor, 'incident.open', { tenantId, ownerTeamId }));

  const mine = await findOwnOpen(target, user.userId);
  if (mine?.done) return mine.done;
  // One without its outcome was cut off after the commit: it is finished, not opened twice.
  const pressed = mine?.pressed ?? (await press(ctx, target, input.reason, user));
  await announce('incidents', { epoch: pressed.epoch.toString() });
  const [replicas, impact] = await Promise.all([
    settleReplicas(target, pressed),
    computeImpact(ctx, target),
  ]);
  await keepOutcome(ctx, target, pressed.id, replicas, impact);
  const row = await runtime().db.prisma.incident.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: pressed.id } },
    select: INCIDENT_COLUMNS,
  });
  return { ...toIncident(row), impact, replicas };
}

/** The kill epoch's row lock waits for the start records being written, and holds back later ones. */
async function press(
  ctx: Context,
  target: LoadedTarget,
  reason: string,
  user: { userId: string; name: string; email: string },
): Promise<Pressed> {
  const id = newId('inc', ctx.now.getTime());
  const { tenantId } = target;
  return transact(async (tx) => {
    const sinceAsked = Math.max(0, Date.now() - ctx.now.getTime());
    const [clock] = await tx.$queryRaw<{ at: Date }[]>`
      SELECT clock_timestamp() - make_interval(secs => ${sinceAsked / 1000}::float8) AS at`;
    const [raised] = await tx.$queryRaw<{ epoch: bigint }[]>`
      UPDATE kill_epoch SET epoch = epoch + 1 WHERE id = 1 RETURNING epoch`;
    const epoch = raised?.epoch ?? 0n;
    await tx.incident.create({
      data: {
        tenantId,
        id,
        targetKind: target.kind,
        targetId: target.id,
        reason,
        epoch,
        openedBy: user.userId,
        openedByName: user.name || user.email,
        openedAt: ctx.now,
      },
    });
    await recordAudit(tx, ctx, {
      action: 'incident.open',
      targetKind: target.kind,
      targetId: target.id,
      tenantId,
      reason,
      after: { incident_id: id, epoch: epoch.toString() },
    });
    await tell(tx, ctx, openedEvent(target, id));
    return { id, epoch, pressedAt: clock?.at ?? ctx.now };
  });
}

async function settleReplicas(target: LoadedTarget, pressed: Pressed): Promise<ReplicaEffect[]> {
  // This process does not wait for its own notice.
  await killSet()
    .reload()
    .catch((err) => log.warn({ err }, 'the open incidents cannot be read'));
  const replicas = await awaitReplicas(pressed.epoch, pressed.pressedAt);
  log.warn(
    { incident_id: pressed.id, target_kind: target.kind, replicas: replicas.length },
    'emergency disable',
  );
  return replicas;
}

async function keepOutcome(
  ctx: Context,
  target: LoadedTarget,
  incidentId: string,
  replicas: ReplicaEffect[],
  impact: Impact,
): Promise<void> {
  const { tenantId } = target;
  const hit = await agentsHit(ctx, target, impact);
  await transact(async (tx) => {
    await tx.incident.update({
      where: { tenantId_id: { tenantId, id: incidentId } },
      data: { impact },
      select: { id: true },
    });
    await tx.incidentReplica.createMany({
      data: replicas.map((replica) => ({
        tenantId,
        incidentId,
        replicaId: replica.id,
        effectiveMs: replica.effective_ms,
        how: replica.how,
      })),
      skipDuplicates: true,
    });
    const users = await ownersOf(tx, hit);
    await tellOthers(tx, ctx, { ...openedEvent(target, incidentId), audience: { users } });
  });
}

type AgentKey = { tenantId: string; id: string };

/** Of every tenant, also where who pressed sees those of one. */
async function agentsHit(ctx: Context, target: LoadedTarget, seen: Impact): Promise<AgentKey[]> {
  const system = systemContext('incidents', target.tenantId, ctx.now);
  const whole = ctx.tenantId === target.tenantId ? seen : await computeImpact(system, target);
  return whole.agents.map(({ tenant_id, id }) => ({ tenantId: tenant_id, id }));
}

async function ownersOf(tx: Tx, agents: readonly AgentKey[]): Promise<string[]> {
  if (agents.length === 0) return [];
  const rows = await tx.agent.findMany({
    where: { OR: [...agents] },
    select: { tenantId: true, ownerTeamId: true },
  });
  const teams = rows.map(({ tenantId, ownerTeamId }) => ({ tenantId, teamId: ownerTeamId }));
  return await membersOf(tx, teams);
}

type OwnOpen = { pressed: Pressed; done: OpenedIncident | null };

async function findOwnOpen(target: LoadedTarget, userId: string): Promise<OwnOpen | null> {
  const { tenantId, kind, id } = target;
  const row = await runtime().db.prisma.incident.findFirst({
    where: { tenantId, targetKind: kind, targetId: id, openedBy: userId, restoredAt: null },
    select: { ...INCIDENT_COLUMNS, epoch: true, impact: true, replicas: true },
  });
  if (!row) return null;
  const impact = toImpact(row.impact);
  return {
    pressed: { id: row.id, epoch: row.epoch, pressedAt: row.openedAt },
    done: impact && { ...toIncident(row), impact, replicas: row.replicas.map(toEffect) },
  };
}
