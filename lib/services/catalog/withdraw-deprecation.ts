import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { ChangeOutcome } from '@/lib/schemas/change-requests';
import { announce, transact } from '../announce';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import { getCapabilityRecord, lockCapability } from './load';
import { openChangeRequest } from './open-change-request';
import { toCapability } from './rows';

type Call = {
  ctx: Context;
  input: { capability_id: string; major?: number | undefined; reason?: string | undefined };
};

/**
 * Proposes to take an announced end back, of the capability or of one major. Somebody else decides:
 * what agents were told would change a second time.
 */
export async function withdrawDeprecation({ ctx, input }: Call): Promise<ChangeOutcome> {
  const row = await getCapabilityRecord(ctx, input.capability_id);
  const { tenantId, ownerTeamId } = row;
  requireAllowed(authorize(ctx.actor, 'capability.deprecate', { tenantId, ownerTeamId }));
  const major = input.major ?? null;
  const ends = await runtime().db.prisma.deprecation.findFirst({
    where: { tenantId, capabilityId: row.id, major, withdrawnAt: null },
    select: { disableAt: true },
  });
  if (!ends || row.status === 'DISABLED') {
    throw new ServiceError(
      'PRECONDITION_FAILED',
      'No end is announced, so there is none to take back.',
    );
  }
  const what = major === null ? row.name : `major ${major} of ${row.name}`;
  const request = await transact(async (tx) => {
    await lockCapability(tx, row);
    return await openChangeRequest(tx, ctx, row, {
      kind: 'withdraw_deprecation',
      title: `Keep ${what}: take its announced end back`,
      reason: input.reason ?? '',
      payload: { withdraw: { major, disable_at: ends.disableAt.toISOString() } },
      baseRowVersion: row.rowVersion,
    });
  });
  await announce('catalog', { tenantId, ids: [row.id] });
  return { capability: toCapability(row), change_request: request };
}
