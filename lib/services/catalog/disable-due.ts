import { log } from '@/lib/observability/log';
import { runtime } from '@/lib/runtime';
import { type Context, systemContext } from '../context';
import { isServiceError } from '../errors';
import { disableCapability } from './disable-capability';
import { endMajors } from './end-majors';

/** More than this wait for the next run. */
const MAX_DUE = 200;

type Due = { tenantId: string; capabilityId: string };

/**
 * Writes down what the clock has done: capabilities and majors whose announced end has come, and
 * versions whose time has. Policy follows the clock without it. One that cannot be moved is logged
 * and does not keep the others; one that another process moved meanwhile is done.
 */
export async function disableDue(now: Date): Promise<number> {
  const capabilities = await dueCapabilities(now);
  const majors = await dueMajors(now);
  let moved = 0;
  for (const due of capabilities) {
    moved += await attempt(due, now, (ctx, input) =>
      disableCapability({ ctx, input: { ...input, reason: due.reason } }).then(() => 1),
    );
  }
  for (const due of majors) {
    moved += await attempt(due, now, (ctx, input) => endMajors({ ctx, input }));
  }
  return moved;
}

async function dueCapabilities(now: Date): Promise<(Due & { reason: string })[]> {
  const found = await runtime().db.prisma.deprecation.findMany({
    where: {
      major: null,
      withdrawnAt: null,
      disableAt: { lte: now },
      capability: { status: 'DEPRECATED' },
    },
    select: { tenantId: true, capabilityId: true, disableAt: true },
    take: MAX_DUE,
  });
  return found.map(({ disableAt, ...due }) => ({
    ...due,
    reason: `Its announced end was ${disableAt.toISOString()}.`,
  }));
}

async function dueMajors(now: Date): Promise<Due[]> {
  const { rows } = await runtime().db.pool.query<{ tenant_id: string; capability_id: string }>({
    name: 'due_majors',
    text: `SELECT m.tenant_id, m.capability_id FROM capability_majors m
      JOIN capabilities c ON c.tenant_id = m.tenant_id AND c.id = m.capability_id
        AND c.status IN ('PRODUCTION', 'DEPRECATED')
      WHERE m.current_from <= $1
        OR (m.state <> 'retired' AND EXISTS (SELECT 1 FROM deprecations d
          WHERE d.tenant_id = m.tenant_id AND d.capability_id = m.capability_id
            AND d.major = m.major AND d.withdrawn_at IS NULL AND d.disable_at <= $1))
        OR EXISTS (SELECT 1 FROM capability_versions v
          WHERE v.tenant_id = m.tenant_id AND v.capability_id = m.capability_id
            AND v.major = m.major AND v.minor > m.current_minor
            AND v.withdrawn_at IS NULL AND v.effective_from <= $1)
      GROUP BY m.tenant_id, m.capability_id LIMIT ${MAX_DUE}`,
    values: [now],
  });
  return rows.map((row) => ({ tenantId: row.tenant_id, capabilityId: row.capability_id }));
}

async function attempt(
  { tenantId, capabilityId }: Due,
  now: Date,
  work: (ctx: Context, input: { capability_id: string }) => Promise<number>,
): Promise<number> {
  try {
    return await work(systemContext('disable-at', tenantId, now), { capability_id: capabilityId });
  } catch (err) {
    const isDone = isServiceError(err) && err.code === 'CONFLICT';
    if (!isDone) log.error({ err, capability_id: capabilityId }, 'a due end could not be written');
    return 0;
  }
}
