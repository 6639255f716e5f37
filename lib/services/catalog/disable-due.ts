import { log } from '@/lib/observability/log';
import { runtime } from '@/lib/runtime';
import { systemContext } from '../context';
import { disableCapability } from './disable-capability';

/**
 * Moves the status of deprecated capabilities whose announced end has come; policy denies them by
 * the clock since. One that cannot be moved is logged and does not keep the others.
 */
export async function disableDue(now: Date): Promise<number> {
  const due = await runtime().db.prisma.deprecation.findMany({
    where: {
      major: null,
      withdrawnAt: null,
      disableAt: { lte: now },
      capability: { status: 'DEPRECATED' },
    },
    select: { tenantId: true, capabilityId: true, disableAt: true },
    take: 200,
  });
  let moved = 0;
  for (const { tenantId, capabilityId, disableAt } of due) {
    try {
      const reason = `Its announced end was ${disableAt.toISOString()}.`;
      const ctx = systemContext('disable-at', tenantId, now);
      await disableCapability({ ctx, input: { capability_id: capabilityId, reason } });
      moved += 1;
    } catch (err) {
      log.error({ err, capability_id: capabilityId }, 'a due capability could not be disabled');
    }
  }
  return moved;
}
