import { chooseVersion } from '@/lib/core/policy/versions';
import { runtime } from '@/lib/runtime';
import type { Context } from '../context';
import { toFacts } from '../invoke/facts';
import { loadCall } from '../invoke/load-call';
import { findCurrentVersion, findServedVersion } from './publish';
import type { CapabilityRecord } from './rows';

/** What the caller is served: an agent its major, by the rule of a call; people the current one. */
export async function findVersionFor(ctx: Context, row: CapabilityRecord) {
  const { prisma } = runtime().db;
  if (ctx.actor.kind !== 'agent') return await findCurrentVersion(prisma, row, ctx.now);
  const { tenantId, agentId } = ctx.actor;
  const rows = await loadCall(tenantId, agentId, row.id, ctx.now);
  if (!rows) return null;
  const choice = chooseVersion(await toFacts(rows, { tenantId, agentId }, ctx.now));
  return choice.ok ? await findServedVersion(prisma, row, choice.major.major, ctx.now) : null;
}
