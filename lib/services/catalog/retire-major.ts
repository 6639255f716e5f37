import { authorize } from '@/lib/core/policy/authorize';
import { currentMajorAt, hasEnded } from '@/lib/core/shared/majors';
import type { Tx } from '@/lib/db/transaction';
import { runtime } from '@/lib/runtime';
import type { MajorList } from '@/lib/schemas/deprecation';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { notFound, ServiceError } from '../errors';
import { adoptersOf } from './adoption';
import { majorsOf } from './list-majors';
import { getCapabilityRecord, lockCapability } from './load';
import { type LoadedMajor, loadMajors } from './majors';
import type { CapabilityRecord } from './rows';
import { retireMajor as retire } from './settle-versions';

type Call = { ctx: Context; input: { capability_id: string; major: number; reason: string } };

/**
 * Retires a sunset major: once its end has come, or before where no agent is on it. Agents were
 * told a date, and until then it holds.
 */
export async function retireMajor({ ctx, input }: Call): Promise<MajorList> {
  const row = await getCapabilityRecord(ctx, input.capability_id);
  const { tenantId, ownerTeamId } = row;
  requireAllowed(authorize(ctx.actor, 'capability.retire', { tenantId, ownerTeamId }));
  const majors = await loadMajors(runtime().db.prisma, row, ctx.now);
  const adopters = await adoptersOf(row, majors, null, ctx.now);
  const onIt = adopters.filter((agent) => agent.major === input.major).length;
  await transact((tx) => write(tx, ctx, row, input, onIt));
  await announce('catalog', { tenantId, ids: [row.id] });
  return await majorsOf(ctx, row);
}

async function write(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  input: Call['input'],
  agentsOnIt: number,
): Promise<void> {
  await lockCapability(tx, row);
  const majors = await loadMajors(tx, row, ctx.now);
  const major = majors.find((one) => one.major === input.major);
  if (!major) throw notFound('major', String(input.major));
  const current = currentMajorAt(row.currentMajor, majors, ctx.now);
  requireRetirable(major, current, agentsOnIt, ctx.now);
  await retire(tx, row, major.major, current ?? major.major, ctx.now);
  await recordAudit(tx, ctx, {
    action: 'capability.retire_major',
    targetKind: 'capability',
    targetId: row.id,
    tenantId: row.tenantId,
    ...(input.reason ? { reason: input.reason } : {}),
    before: { major: major.major, state: major.state },
    after: { major: major.major, state: 'retired', agents_move_to: current },
  });
}

function requireRetirable(
  major: LoadedMajor,
  current: number | null,
  agentsOnIt: number,
  now: Date,
): void {
  if (major.state === 'retired') {
    throw new ServiceError('CONFLICT', `Major ${major.major} is retired already.`);
  }
  if (major.major === current) {
    throw new ServiceError(
      'PRECONDITION_FAILED',
      `Major ${major.major} is the current one; deprecate the whole capability instead.`,
    );
  }
  if (major.state !== 'sunset') {
    throw new ServiceError(
      'PRECONDITION_FAILED',
      `Announce the end of major ${major.major} first, so that its agents know.`,
    );
  }
  if (hasEnded(major, now) || agentsOnIt === 0) return;
  const until = major.disableAt?.toISOString() ?? '';
  throw new ServiceError(
    'PRECONDITION_FAILED',
    `${agentsOnIt} agents are on major ${major.major}, which was promised until ${until}. Move them, or wait.`,
  );
}
