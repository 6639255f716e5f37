import type { CompatResult } from '@/lib/core/compat/types';
import { authorize } from '@/lib/core/policy/authorize';
import type { Tx } from '@/lib/db/transaction';
import { runtime } from '@/lib/runtime';
import type { ChangeOutcome, ChangeRequestAnswer } from '@/lib/schemas/change-requests';
import type { DeprecationBody } from '@/lib/schemas/deprecation';
import { announce, transact } from '../announce';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { deprecationReport } from './check-deprecation';
import { requireSoundEnd } from './judge-deprecation';
import { getCapabilityRecord, lockCapability } from './load';
import { openChangeRequest } from './open-change-request';
import { type CapabilityRecord, toCapability } from './rows';

export type EndInput = DeprecationBody & { capability_id: string };
type Call = { ctx: Context; input: EndInput };

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
  const request = await transact((tx) =>
    openEnd(tx, { ctx, row, deprecation, compatibility: judged.compatibility, impact }),
  );
  await announce('catalog', { tenantId, ids: [row.id] });
  return { capability: toCapability(row), change_request: request };
}

type End = {
  ctx: Context;
  row: CapabilityRecord;
  deprecation: DeprecationBody;
  compatibility: CompatResult | null;
  /** What was seen of who is hit; kept with the request. */
  impact?: unknown;
};

async function openEnd(tx: Tx, end: End): Promise<ChangeRequestAnswer> {
  const { ctx, row, deprecation, compatibility, impact } = end;
  const { major } = deprecation;
  const what = major === undefined ? row.name : `major ${major} of ${row.name}`;
  await lockCapability(tx, row);
  return await openChangeRequest(tx, ctx, row, {
    kind: 'deprecate',
    title: `Deprecate ${what}`,
    reason: deprecation.migration_note,
    payload: { deprecation, ...(compatibility ? { compatibility } : {}) },
    ...(impact === undefined ? {} : { impact }),
    baseRowVersion: row.rowVersion,
  });
}

/** The whole verb inside the caller's transaction, without a look at who is hit. */
export async function proposeEnd(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  { capability_id: _id, ...deprecation }: EndInput,
): Promise<ChangeRequestAnswer> {
  const { tenantId, ownerTeamId } = row;
  requireAllowed(authorize(ctx.actor, 'capability.deprecate', { tenantId, ownerTeamId }));
  const { compatibility } = await requireSoundEnd(tx, ctx, row, deprecation);
  return await openEnd(tx, { ctx, row, deprecation, compatibility });
}
