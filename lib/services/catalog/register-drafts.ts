import { SHARED_TENANT, surfaceOf } from '@/lib/core/shared/domain';
import type { Tx } from '@/lib/db/transaction';
import type { CreateCapabilityInput } from '@/lib/schemas/capabilities';
import type { Finding } from '@/lib/schemas/capability-answers';
import { recordAudits } from '../audit';
import { actorId, type Context } from '../context';
import { invalidField, type ServiceError } from '../errors';
import { columnsOf } from './columns';
import { asCapability, asJson, type CapabilityRecord, toCapability } from './rows';
import { schemaHash } from './schema-hash';
import { computeSurfaceId } from './surface-id';
import { requireLiveTeam } from './teams';

export type NewDraft = { input: CreateCapabilityInput; findings: Finding[] };

/**
 * Writes new drafts of the tenant acted in, few or many, with their author and their audit lines.
 * Whoever calls has asked the policy for each.
 * @throws ServiceError VALIDATION on `owner` or `id`.
 */
export async function registerDrafts(
  tx: Tx,
  ctx: Context,
  drafts: readonly NewDraft[],
): Promise<CapabilityRecord[]> {
  const { tenantId } = ctx;
  for (const owner of new Set(drafts.map(({ input }) => input.owner))) {
    await requireLiveTeam(tx, tenantId, owner);
  }
  await requireFreeIds(
    tx,
    tenantId,
    drafts.map(({ input }) => input.id),
  );
  const made = await tx.capability.createManyAndReturn({
    data: drafts.map((draft) => rowOf(ctx, draft)),
  });
  const rows = made.map(asCapability);
  if (ctx.actor.kind === 'user') {
    const { userId } = ctx.actor;
    await tx.capabilityAuthor.createMany({
      data: rows.map(({ id }) => ({ tenantId, capabilityId: id, userId, at: ctx.now })),
    });
  }
  await recordAudits(
    tx,
    ctx,
    rows.map((row) => ({
      action: 'capability.create',
      targetKind: 'capability',
      targetId: row.id,
      after: toCapability(row),
    })),
  );
  return rows;
}

function rowOf(ctx: Context, { input, findings }: NewDraft) {
  const columns = columnsOf(input) as Record<string, never>;
  return {
    ...columns,
    tenantId: ctx.tenantId,
    id: input.id,
    type: input.type,
    surface: surfaceOf(input.type),
    surfaceId: computeSurfaceId(input.type, input.name, null),
    name: input.name,
    description: input.description,
    ownerTeamId: input.owner,
    risk: input.risk,
    schemaHash: schemaHash({
      inputSchema: input.input_schema,
      outputSchema: input.output_schema,
      annotations: input.annotations,
    }),
    findings: asJson(findings),
    createdBy: actorId(ctx.actor),
    createdAt: ctx.now,
    statusChangedAt: ctx.now,
  };
}

/** A VALIDATION error on `id`, the same however it was found out. */
export function takenId(id: string): ServiceError {
  return invalidField(
    'id',
    `The id "${id}" is taken: ids are never used twice, not even after a capability is gone. Choose another.`,
  );
}

/** @throws ServiceError VALIDATION on `id` when one was ever used here or in `shared`. */
export async function requireFreeIds(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  const taken = await findTakenIds(tx, tenantId, ids);
  const [first] = taken;
  if (first !== undefined) throw takenId(first);
}

/** Those that nobody can have here: taken in this tenant or in `shared`, for `shared` anywhere. */
export async function findTakenIds(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.capabilityIdReservation.findMany({
    where: {
      id: { in: [...ids] },
      ...(tenantId === SHARED_TENANT ? {} : { tenantId: { in: [tenantId, SHARED_TENANT] } }),
    },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}
