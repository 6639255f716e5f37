import { findEgressError } from '@/lib/adapters/egress/error';
import { authorize } from '@/lib/core/policy/authorize';
import type { Prisma } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import type {
  CreateProviderInput,
  ProviderView,
  UpdateProviderInput,
} from '@/lib/schemas/providers';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed } from '../authorize';
import { requireLiveTeam } from '../catalog/teams';
import { actorId, type Context } from '../context';
import { changedMeanwhile, invalidField, ServiceError } from '../errors';
import { requireNoEscape } from '../incidents/require-no-escape';
import { outbound } from '../outbound';
import { makeOffer } from '../ownership/make-offer';
import { loadProvider, type ProviderRecord } from './load-provider';
import { viewOf } from './provider-view';
import { reroute } from './reroute';

type Call<T> = { ctx: Context; input: T };

/**
 * Registers a provider reached over HTTP. Commands come from the providers file only.
 * @throws ServiceError VALIDATION (taken id, unknown team, address the egress guard refuses),
 *   PRECONDITION_FAILED for the address of one that an incident stops.
 */
export async function createProvider({
  ctx,
  input,
}: Call<CreateProviderInput>): Promise<ProviderView> {
  const { tenantId } = ctx;
  requireAllowed(authorize(ctx.actor, 'provider.manage', { tenantId, ownerTeamId: input.owner }));
  requireReachable(input.endpoint);
  const row = await transact((tx) => registerProvider(tx, ctx, input));
  await announce('catalog', { tenantId });
  return viewOf(row as ProviderRecord);
}

/** The same inside the caller's transaction; whoever calls has asked the policy and the egress guard. */
export async function registerProvider(tx: Tx, ctx: Context, input: CreateProviderInput) {
  const { tenantId } = ctx;
  await requireReferences(tx, tenantId, input);
  await requireNoEscape(tx, 'endpoint', { tenantId, endpoint: input.endpoint });
  const key = { tenantId, id: input.id };
  const taken = await tx.provider.findUnique({ where: { tenantId_id: key } });
  if (taken) throw invalidField('id', `There is a provider "${input.id}" already; choose another.`);
  const data = {
    ...key,
    name: input.name,
    description: input.description,
    kind: input.kind,
    location: input.location,
    transport: 'streamable_http',
    source: 'catalog',
    endpoint: input.endpoint,
    credentialRef: input.credential_ref,
    ownerTeamId: input.owner,
    backendId: input.backend,
    defaultTags: input.default_tags,
    riskFloor: input.risk_floor,
    syncEvery: input.sync_every_seconds,
    createdBy: actorId(ctx.actor),
  };
  await recordAudit(tx, ctx, {
    action: 'provider.register',
    targetKind: 'provider',
    targetId: input.id,
    after: data,
  });
  return tx.provider.create({ data });
}

/**
 * Changes a provider. What the providers file says of one can only be changed there, and where
 * calls go only while nothing live goes there. Another owner is offered it, and gets it once it agrees.
 * @throws ServiceError CONFLICT when somebody else changed it meanwhile; PRECONDITION_FAILED.
 */
export async function updateProvider({
  ctx,
  input,
}: Call<UpdateProviderInput & { id: string }>): Promise<ProviderView> {
  const before = await loadProvider(ctx, input.id);
  requireAllowed(authorize(ctx.actor, 'provider.manage', before));
  const { endpoint } = input;
  if (before.source === 'file') requireNotFromFile(input);
  if (endpoint !== undefined) requireReachable(endpoint);
  await transact((tx) => changeProvider(tx, ctx, before, input));
  await outbound.get().sessions.drop(`${before.tenantId}/${before.id}`);
  await announce('catalog', { tenantId: before.tenantId });
  return viewOf(await loadProvider(ctx, input.id));
}

/** The same inside the caller's transaction; whoever calls has asked the policy and the egress guard. */
export async function changeProvider(
  tx: Tx,
  ctx: Context,
  before: ProviderRecord,
  input: UpdateProviderInput & { id: string },
): Promise<void> {
  const { endpoint, owner } = input;
  const data = changesOf(input);
  await requireReferences(tx, before.tenantId, input);
  await requireBackendNotStopped(tx, before, input.backend);
  if (endpoint !== undefined && endpoint !== before.endpoint) {
    await requireNoEscape(tx, 'endpoint', { tenantId: before.tenantId, endpoint });
  }
  await writeProvider(tx, before, input.row_version, data);
  if (owner !== undefined && owner !== before.ownerTeamId) {
    await makeOffer(tx, ctx, { target: { ...before, kind: 'provider' }, to: owner, reason: '' });
  }
  await reroute(tx, ctx, before, input);
  await recordAudit(tx, ctx, {
    action: 'provider.update',
    targetKind: 'provider',
    targetId: before.id,
    tenantId: before.tenantId,
    before: Object.fromEntries(Object.keys(data).map((key) => [key, Reflect.get(before, key)])),
    after: data,
  });
}

/**
 * Takes a provider out of service. Its capabilities stay in the catalog; nothing is deleted.
 * @throws ServiceError CONFLICT, PRECONDITION_FAILED for one the providers file declares.
 */
export async function archiveProvider({
  ctx,
  input,
}: Call<{ id: string; row_version: number }>): Promise<void> {
  const before = await loadProvider(ctx, input.id);
  requireAllowed(authorize(ctx.actor, 'provider.manage', before));
  if (before.source === 'file') {
    throw new ServiceError(
      'PRECONDITION_FAILED',
      'The providers file declares it; take it out there and restart.',
    );
  }
  await transact(async (tx) => {
    await writeProvider(tx, before, input.row_version, { archivedAt: ctx.now });
    await recordAudit(tx, ctx, {
      action: 'provider.archive',
      targetKind: 'provider',
      targetId: before.id,
      tenantId: before.tenantId,
    });
  });
  await outbound.get().sessions.drop(`${before.tenantId}/${before.id}`);
  await announce('catalog', { tenantId: before.tenantId });
}

/** Moving it off a stopped backend would restore it without the second person that takes. */
async function requireBackendNotStopped(
  tx: Tx,
  { tenantId, backendId }: ProviderRecord,
  next: string | null | undefined,
): Promise<void> {
  if (backendId === null || next === undefined || next === backendId) return;
  const open = await tx.incident.findFirst({
    where: { tenantId, targetKind: 'backend', targetId: backendId, restoredAt: null },
    select: { id: true },
  });
  if (!open) return;
  throw new ServiceError(
    'PRECONDITION_FAILED',
    `Its backend "${backendId}" is stopped by incident ${open.id}; somebody has to restore that first.`,
  );
}

async function writeProvider(
  tx: Tx,
  before: ProviderRecord,
  rowVersion: number,
  data: Prisma.ProviderUncheckedUpdateManyInput,
): Promise<void> {
  const { count } = await tx.provider.updateMany({
    where: { tenantId: before.tenantId, id: before.id, rowVersion },
    data: { ...data, rowVersion: { increment: 1 } },
  });
  if (count === 0) throw changedMeanwhile('provider', before.id);
}

function changesOf(input: UpdateProviderInput): Prisma.ProviderUncheckedUpdateManyInput {
  const columns = {
    name: input.name,
    description: input.description,
    endpoint: input.endpoint,
    credentialRef: input.credential_ref,
    backendId: input.backend,
    defaultTags: input.default_tags,
    riskFloor: input.risk_floor,
    syncEvery: input.sync_every_seconds,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

const FROM_FILE = [
  'name',
  'endpoint',
  'credential_ref',
  'owner',
  'backend',
  'default_tags',
  'risk_floor',
] as const;

function requireNotFromFile(input: UpdateProviderInput): void {
  const field = FROM_FILE.find((name) => input[name] !== undefined);
  if (field === undefined) return;
  throw invalidField(field, 'The providers file says this; change it there and restart.');
}

/** @throws ServiceError VALIDATION on `endpoint` for an address calls may not go to. */
export function requireReachable(endpoint: string): void {
  try {
    outbound.get().egress.checkUrl(endpoint);
  } catch (error) {
    const refused = findEgressError(error);
    if (refused) throw invalidField('endpoint', refused.message);
    throw error;
  }
}

async function requireReferences(
  tx: Tx,
  tenantId: string,
  input: { owner?: string | undefined; backend?: string | null | undefined },
): Promise<void> {
  if (input.owner !== undefined) await requireLiveTeam(tx, tenantId, input.owner);
  if (typeof input.backend !== 'string') return;
  const backend = await tx.backend.findUnique({
    where: { tenantId_id: { tenantId, id: input.backend } },
  });
  if (!backend || backend.archivedAt) {
    throw invalidField('backend', `There is no backend "${input.backend}" in this tenant.`);
  }
}
