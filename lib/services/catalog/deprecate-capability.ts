import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { ChangeOutcome } from '@/lib/schemas/change-requests';
import type { DeprecationBody } from '@/lib/schemas/deprecation';
import { announce, transact } from '../announce';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { deprecationReport } from './check-deprecation';
import { requireSoundEnd } from './judge-deprecation';
import { getCapabilityRecord, lockCapability } from './load';
import { openChangeRequest } from './open-change-request';
import { toCapability } from './rows';

type Call = { ctx: Context; input: DeprecationBody & { capability_id: string } };

/**
 * Proposes the end of a capability, or of one of its majors. Somebody else decides, and only then
 * is it announced. Proposed again after that, it moves the dates: the earlier announcement is
 * withdrawn on record.
 */
export async function deprecateCapability({ ctx, input }: Call): Promise<ChangeOutcome> {
  const { capability_id, ...deprecation } = input;
  const row = await getCapabilityRecord(ctx, capability_id);
  const { tenantId, ownerTeamId } = row;
  requireAllowed(authorize(ctx.actor, 'capability.deprecate', { tenantId, ownerTeamId }));
  const judged = await requireSoundEnd(runtime().db.prisma, ctx, row, deprecation);
  const impact = await deprecationReport(ctx, row, deprecation, judged);
  const { compatibility } = judged;
  const what = input.major === undefined ? row.name : `major ${input.major} of ${row.name}`;
  const request = await transact(async (tx) => {
    await lockCapability(tx, row);
    return await openChangeRequest(tx, ctx, row, {
      kind: 'deprecate',
      title: `Deprecate ${what}`,
      reason: input.migration_note,
      payload: { deprecation, ...(compatibility ? { compatibility } : {}) },
      impact,
      baseRowVersion: row.rowVersion,
    });
  });
  await announce('catalog', { tenantId, ids: [row.id] });
  return { capability: toCapability(row), change_request: request };
}
