import { authorize } from '@/lib/core/policy/authorize';
import { surfaceOf } from '@/lib/core/shared/domain';
import type { CreateCapabilityInput } from '@/lib/schemas/capabilities';
import type { CapabilityAnswer, Finding } from '@/lib/schemas/capability-answers';
import { announce, transact } from '../announce';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { isServiceError } from '../errors';
import { computeFindings } from './findings';
import { registerDrafts, takenId } from './register-drafts';
import { toCapability } from './rows';

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
  const findings = await newFindings(tenantId, input);
  const [created] = await namingTakenId(input.id, () =>
    transact((tx) => registerDrafts(tx, ctx, [{ input, findings }])),
  );
  if (!created) throw takenId(input.id);
  await announce('catalog', { tenantId, ids: [created.id] });
  return toCapability(created);
}

/** What is wrong with a capability that is not there yet; never inside a transaction. */
export function newFindings(tenantId: string, input: CreateCapabilityInput): Promise<Finding[]> {
  return computeFindings({
    tenantId,
    id: input.id,
    surface: surfaceOf(input.type),
    description: input.description,
    inputSchema: input.input_schema,
    annotations: input.annotations,
  });
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
