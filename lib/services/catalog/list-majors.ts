import { authorize, isAllowed } from '@/lib/core/policy/authorize';
import { currentMajorAt } from '@/lib/core/shared/majors';
import { runtime } from '@/lib/runtime';
import type { MajorAnswer, MajorList } from '@/lib/schemas/deprecation';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { seesEveryTenant } from '../impact/get-impact';
import { adoptersOf } from './adoption';
import { getCapabilityRecord } from './load';
import { type LoadedMajor, loadMajors, stateAt } from './majors';
import type { CapabilityRecord } from './rows';

/** Every major of a capability: its state, what is served of it, its end, and who is on it. */
export async function listMajors(call: {
  ctx: Context;
  input: { capability_id: string };
}): Promise<MajorList> {
  const row = await getCapabilityRecord(call.ctx, call.input.capability_id);
  const { tenantId } = row;
  requireAllowed(authorize(call.ctx.actor, 'catalog.read', { tenantId, discoverable: true }));
  return await majorsOf(call.ctx, row);
}

/** The same of a row that was loaded already. Which other agents use it is no business of an agent. */
export async function majorsOf(ctx: Context, row: CapabilityRecord): Promise<MajorList> {
  const { prisma } = runtime().db;
  const [majors, ends] = await Promise.all([
    loadMajors(prisma, row, ctx.now),
    prisma.deprecation.findMany({
      where: {
        tenantId: row.tenantId,
        capabilityId: row.id,
        withdrawnAt: null,
        major: { not: null },
      },
    }),
  ]);
  const isAgent = ctx.actor.kind === 'agent';
  const tenantId = seesEveryTenant(ctx, row) ? null : ctx.tenantId;
  const agents = isAgent ? [] : await adoptersOf(row, majors, tenantId, ctx.now);
  const current = currentMajorAt(row.currentMajor, majors, ctx.now);
  const items = majors.toReversed().map((major): MajorAnswer => {
    const on = agents.filter((agent) => agent.major === major.major);
    const end = ends.find((one) => one.major === major.major);
    return {
      ...timesOf(major, ctx.now),
      current: major.major === current,
      end: end ? endOf(end, isAgent) : null,
      agents: on.length,
      calls_30d: on.reduce((total, agent) => total + agent.calls_30d, 0),
    };
  });
  return {
    items,
    agents: agents.map(({ ownerTeamId, ...agent }) => ({
      ...agent,
      may_move:
        agent.tenant_id === ctx.tenantId &&
        isAllowed(ctx.actor, 'agent.grants', { tenantId: ctx.tenantId, ownerTeamId, covers: [] }),
    })),
  };
}

function timesOf(major: LoadedMajor, now: Date) {
  return {
    major: major.major,
    state: stateAt(major, now),
    version: major.served === null ? null : `${major.major}.${major.served}`,
    served_from: major.since?.toISOString() ?? null,
  };
}

type EndRow = {
  announcedAt: Date;
  disableAt: Date;
  replacementId: string | null;
  replacementMajor: number | null;
  migrationNote: string;
};

/** An agent reads of the replacement where it may discover it: at discover and at a call. */
function endOf(end: EndRow, isAgent: boolean): MajorAnswer['end'] {
  return {
    announced_at: end.announcedAt.toISOString(),
    disable_at: end.disableAt.toISOString(),
    replacement:
      end.replacementId === null || isAgent
        ? null
        : { capability_id: end.replacementId, major: end.replacementMajor },
    migration_note: isAgent ? '' : end.migrationNote,
  };
}
