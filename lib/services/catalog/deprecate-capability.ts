import { authorize } from '@/lib/core/policy/authorize';
import type { Tx } from '@/lib/db/transaction';
import { runtime } from '@/lib/runtime';
import type { ChangeOutcome, ChangeRequestAnswer } from '@/lib/schemas/change-requests';
import type { DeprecationBody, DeprecationReport } from '@/lib/schemas/deprecation';
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
  const row = await getCapabilityRecord(ctx, input.capability_id);
  requireMayEnd(ctx, row);
  const { prisma } = runtime().db;
  const { capability_id: _id, ...body } = input;
  const judged = await requireSoundEnd(prisma, ctx, row, body);
  const impact = await deprecationReport(ctx, row, body, judged);
  const request = await transact((tx) => proposeEnd(tx, ctx, row, input, impact));
  await announce('catalog', { tenantId: row.tenantId, ids: [row.id] });
  return { capability: toCapability(row), change_request: request };
}

/** The same inside the caller's transaction. `impact`: what was seen of who is hit, before it. */
export async function proposeEnd(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  input: EndInput,
  impact?: DeprecationReport,
): Promise<ChangeRequestAnswer> {
  requireMayEnd(ctx, row);
  const { capability_id: _id, ...deprecation } = input;
  await lockCapability(tx, row);
  const { compatibility } = await requireSoundEnd(tx, ctx, row, deprecation);
  const what = input.major === undefined ? row.name : `major ${input.major} of ${row.name}`;
  return await openChangeRequest(tx, ctx, row, {
    kind: 'deprecate',
    title: `Deprecate ${what}`,
    reason: input.migration_note,
    payload: { deprecation, ...(compatibility ? { compatibility } : {}) },
    ...(impact ? { impact } : {}),
    baseRowVersion: row.rowVersion,
  });
}

function requireMayEnd(ctx: Context, { tenantId, ownerTeamId }: CapabilityRecord): void {
  requireAllowed(authorize(ctx.actor, 'capability.deprecate', { tenantId, ownerTeamId }));
}
