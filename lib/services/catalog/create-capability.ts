import { authorize } from '@/lib/core/policy/authorize';
import { SHARED_TENANT, surfaceOf } from '@/lib/core/shared/domain';
import type { Tx } from '@/lib/db/transaction';
import type { CreateCapabilityInput } from '@/lib/schemas/capabilities';
import type { CapabilityAnswer } from '@/lib/schemas/capability-answers';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed } from '../authorize';
import { actorId, type Context } from '../context';
import { invalidField, isServiceError, type ServiceError } from '../errors';
import { columnsOf } from './columns';
import { computeFindings } from './findings';
import { addAuthor } from './keep-authors';
import { asCapability, asJson, toCapability } from './rows';
import { schemaHash } from './schema-hash';
import { computeSurfaceId } from './surface-id';
import { requireLiveTeam } from './teams';

/** Registers a capability as DRAFT, owned by a team of the tenant acted in. */
export async function createCapability(call: {
  ctx: Context;
  input: CreateCapabilityInput;
}): Promise<CapabilityAnswer> {
  const { ctx, input } = call;
  const { tenantId } = ctx;
  requireAllowed(
    authorize(ctx.actor, 'capability.register', { tenantId, ownerTeamId: input.owner }),
  );
  const definition = {
    inputSchema: input.input_schema,
    outputSchema: input.output_schema,
    annotations: input.annotations,
  };
  const findings = await computeFindings({
    tenantId,
    id: input.id,
    surface: surfaceOf(input.type),
    description: input.description,
    ...definition,
  });
  const columns = columnsOf(input) as Record<string, never>;
  const created = await namingTakenId(input.id, () =>
    transact(async (tx) => {
      await requireLiveTeam(tx, tenantId, input.owner);
      await requireFreeId(tx, tenantId, input.id);
      const row = await tx.capability.create({
        data: {
          ...columns,
          tenantId,
          id: input.id,
          type: input.type,
          surface: surfaceOf(input.type),
          surfaceId: computeSurfaceId(input.type, input.name, null),
          name: input.name,
          description: input.description,
          ownerTeamId: input.owner,
          risk: input.risk,
          schemaHash: schemaHash(definition),
          findings: asJson(findings),
          createdBy: actorId(ctx.actor),
          createdAt: ctx.now,
          statusChangedAt: ctx.now,
        },
      });
      await addAuthor(tx, ctx, row);
      await recordAudit(tx, ctx, {
        action: 'capability.create',
        targetKind: 'capability',
        targetId: row.id,
        after: toCapability(asCapability(row)),
      });
      return toCapability(asCapability(row));
    }),
  );
  await announce('catalog', { tenantId, ids: [created.id] });
  return created;
}

function takenId(id: string): ServiceError {
  return invalidField(
    'id',
    `The id "${id}" is taken: ids are never used twice, not even after a capability is gone. Choose another.`,
  );
}

/** @throws ServiceError VALIDATION on `id` when it was ever used here or in `shared`. */
export async function requireFreeId(tx: Tx, tenantId: string, id: string): Promise<void> {
  const taken = await tx.capabilityIdReservation.findFirst({
    where: {
      id,
      ...(tenantId === SHARED_TENANT ? {} : { tenantId: { in: [tenantId, SHARED_TENANT] } }),
    },
    select: { id: true },
  });
  if (taken) throw takenId(id);
}

/** Two people asking for one id at once: the database decides, and the loser gets the field error too. */
export async function namingTakenId<T>(id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const constraint = isServiceError(error) ? error.details.constraint : undefined;
    throw constraint === 'capability_ids_taken' ? takenId(id) : error;
  }
}
