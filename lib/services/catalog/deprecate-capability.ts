import { checkGates } from '@/lib/core/lifecycle/gates';
import { authorize } from '@/lib/core/policy/authorize';
import type { Tx } from '@/lib/db/transaction';
import type { ChangeOutcome } from '@/lib/schemas/change-requests';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed } from '../authorize';
import { actorId, type Context } from '../context';
import { invalidField, ServiceError } from '../errors';
import { newId } from '../ids';
import { gateFacts } from './gate-facts';
import { throwOnFailures } from './gates';
import { getCapabilityRecord, lockCapability, reloadCapability, writeCapability } from './load';
import { type ReplacementRef, replacementCompat, replacementProblem } from './replacement';
import { asJson, type CapabilityRecord, toCapability } from './rows';

export type EndInput = {
  capability_id: string;
  major?: number | undefined;
  announced_at?: string | undefined;
  disable_at: string;
  replacement: ReplacementRef | null;
  migration_note: string;
  argument_mapping: Record<string, unknown>;
};

/**
 * Announces the end of a capability, or of one of its majors. Asked again, it moves the dates: the
 * earlier announcement is withdrawn on record.
 */
export async function deprecateCapability(call: {
  ctx: Context;
  input: EndInput;
}): Promise<ChangeOutcome> {
  const { ctx, input } = call;
  const row = await getCapabilityRecord(ctx, input.capability_id);
  const changed = await transact((tx) => announceEnd(tx, ctx, row, input));
  await announce('catalog', { tenantId: row.tenantId, ids: [row.id] });
  return { capability: toCapability(changed), change_request: null };
}

/** The whole verb inside the caller's transaction: policy, lifecycle, gates, and what it writes. */
export async function announceEnd(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  input: EndInput,
): Promise<CapabilityRecord> {
  const { tenantId, ownerTeamId } = row;
  requireAllowed(authorize(ctx.actor, 'capability.deprecate', { tenantId, ownerTeamId }));
  if (row.status !== 'PRODUCTION' && row.status !== 'DEPRECATED') {
    throw new ServiceError(
      'PRECONDITION_FAILED',
      `Only what is live can be deprecated; it is in ${row.status}.`,
    );
  }
  return await write(tx, ctx, row, input);
}

async function write(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  input: EndInput,
): Promise<CapabilityRecord> {
  const major = input.major ?? null;
  const announcedAt = input.announced_at ? new Date(input.announced_at) : ctx.now;
  const disableAt = new Date(input.disable_at);
  await lockCapability(tx, row);
  await requireGate(tx, ctx, row, { major, announcedAt, disableAt, input });
  await tx.deprecation.updateMany({
    where: { tenantId: row.tenantId, capabilityId: row.id, major, withdrawnAt: null },
    data: { withdrawnAt: ctx.now },
  });
  const compatibility = input.replacement
    ? await replacementCompat(tx, row, input.replacement.capability_id)
    : null;
  await tx.deprecation.create({
    data: {
      tenantId: row.tenantId,
      id: newId('dep', ctx.now.getTime()),
      capabilityId: row.id,
      major,
      announcedAt,
      disableAt,
      replacementId: input.replacement?.capability_id ?? null,
      replacementMajor: input.replacement?.major ?? null,
      migrationNote: input.migration_note,
      argumentMapping: asJson(input.argument_mapping),
      compatibility: asJson(compatibility ?? {}),
      createdBy: actorId(ctx.actor),
    },
  });
  if (major !== null) await sunset(tx, row, major);
  const moves = major === null && row.status === 'PRODUCTION';
  await writeCapability(tx, row, moves ? { status: 'DEPRECATED', statusChangedAt: ctx.now } : {});
  await recordAudit(tx, ctx, {
    action: 'capability.deprecate',
    targetKind: 'capability',
    targetId: row.id,
    tenantId: row.tenantId,
    ...(input.migration_note ? { reason: input.migration_note } : {}),
    before: { status: row.status },
    after: { ...input, announced_at: announcedAt, compatibility },
  });
  return await reloadCapability(tx, row);
}

async function requireGate(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  plan: { major: number | null; announcedAt: Date; disableAt: Date; input: EndInput },
): Promise<void> {
  const { announcedAt, disableAt, input } = plan;
  const problem = input.replacement
    ? await replacementProblem(tx, row, plan.major, input.replacement)
    : null;
  const facts = await gateFacts(tx, row, {
    decision: null,
    deprecation: { announcedAt, disableAt, replacementProblem: problem },
    now: ctx.now,
  });
  throwOnFailures(checkGates({ ...facts, status: 'PRODUCTION' }, 'DEPRECATED'), 'DEPRECATED');
}

async function sunset(tx: Tx, row: CapabilityRecord, major: number): Promise<void> {
  const { count } = await tx.capabilityMajor.updateMany({
    where: {
      tenantId: row.tenantId,
      capabilityId: row.id,
      major,
      state: { in: ['live', 'sunset'] },
    },
    data: { state: 'sunset' },
  });
  if (count === 0) throw invalidField('major', `It has no live major ${major}.`);
  if (major === row.currentMajor) {
    throw invalidField(
      'major',
      `Major ${major} is the current one; publish the next first, or deprecate the whole capability.`,
    );
  }
}
