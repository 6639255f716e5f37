import type { z } from 'zod';
import { authorize } from '@/lib/core/policy/authorize';
import type { Prisma } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import { runtime } from '@/lib/runtime';
import type {
  BackendView,
  createBackendSchema,
  updateBackendSchema,
} from '@/lib/schemas/providers';
import type { PageQuery } from '@/lib/schemas/shared';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed, visibleTenants } from '../authorize';
import { requireLiveTeam } from '../catalog/teams';
import type { Context } from '../context';
import { decodeCursor, toPage } from '../cursor';
import { changedMeanwhile, invalidField, notFound } from '../errors';
import { makeOffer } from '../ownership/make-offer';
import { requirePerson } from './require-person';

type Call<T> = { ctx: Context; input: T };
const WITH_PROVIDERS = {
  providers: { where: { archivedAt: null }, select: { id: true }, orderBy: { id: 'asc' } },
} satisfies Prisma.BackendInclude;
type BackendRow = Prisma.BackendGetPayload<{ include: typeof WITH_PROVIDERS }>;

function toView(row: BackendRow): BackendView {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    name: row.name,
    description: row.description,
    owner: row.ownerTeamId,
    providers: row.providers.map(({ id }) => id),
    row_version: row.rowVersion,
  };
}

/** The systems behind providers, of the tenant and of `shared`. */
export async function listBackends({
  ctx,
  input,
}: Call<PageQuery>): Promise<{ items: BackendView[]; next_cursor: string | null }> {
  requirePerson(ctx);
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
  const after = input.cursor ? decodeCursor(input.cursor, ['text'])[0] : null;
  const rows = await runtime().db.prisma.backend.findMany({
    where: {
      tenantId: { in: visibleTenants(ctx) },
      archivedAt: null,
      ...(after === null ? {} : { id: { gt: after } }),
    },
    include: WITH_PROVIDERS,
    orderBy: [{ id: 'asc' }, { tenantId: 'asc' }],
    take: input.limit + 1,
  });
  const page = toPage(rows, input.limit, (row) => [row.id]);
  return { items: page.items.map(toView), next_cursor: page.next_cursor };
}

/** @throws ServiceError NOT_FOUND. */
export async function getBackend({ ctx, input }: Call<{ id: string }>): Promise<BackendView> {
  requirePerson(ctx);
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
  const rows = await runtime().db.prisma.backend.findMany({
    where: { id: input.id, tenantId: { in: visibleTenants(ctx) }, archivedAt: null },
    include: WITH_PROVIDERS,
  });
  const row = rows.find(({ tenantId }) => tenantId === ctx.tenantId) ?? rows[0];
  if (!row) throw notFound('backend', input.id);
  return toView(row);
}

/** @throws ServiceError VALIDATION (taken id, unknown team), FORBIDDEN. */
export async function createBackend({
  ctx,
  input,
}: Call<z.output<typeof createBackendSchema>>): Promise<BackendView> {
  const { tenantId } = ctx;
  requireAllowed(authorize(ctx.actor, 'backend.manage', { tenantId, ownerTeamId: input.owner }));
  await transact((tx) => registerBackend(tx, ctx, input));
  return getBackend({ ctx, input: { id: input.id } });
}

/** The same inside the caller's transaction; whoever calls has asked the policy. */
export async function registerBackend(
  tx: Tx,
  ctx: Context,
  input: z.output<typeof createBackendSchema>,
): Promise<void> {
  const { tenantId } = ctx;
  const key = { tenantId, id: input.id };
  await requireLiveTeam(tx, tenantId, input.owner);
  if (await tx.backend.findUnique({ where: { tenantId_id: key } })) {
    throw invalidField('id', `There is a backend "${input.id}" already; choose another.`);
  }
  const { name, description } = input;
  const data = { ...key, name, description, ownerTeamId: input.owner };
  await tx.backend.create({ data });
  await recordAudit(tx, ctx, {
    action: 'backend.register',
    targetKind: 'backend',
    targetId: input.id,
    after: data,
  });
}

/**
 * Changes a backend; another owner is offered it, and gets it once it agrees.
 * @throws ServiceError CONFLICT when somebody else changed it meanwhile.
 */
export async function updateBackend({
  ctx,
  input,
}: Call<z.output<typeof updateBackendSchema>>): Promise<BackendView> {
  const before = await getBackend({ ctx, input });
  const tenantId = before.tenant_id;
  requireAllowed(authorize(ctx.actor, 'backend.manage', { tenantId, ownerTeamId: before.owner }));
  await transact((tx) => changeBackend(tx, ctx, before, input));
  await announce('catalog', { tenantId });
  return getBackend({ ctx, input });
}

/** The same inside the caller's transaction; whoever calls has asked the policy. */
export async function changeBackend(
  tx: Tx,
  ctx: Context,
  before: Pick<BackendView, 'tenant_id' | 'name' | 'description' | 'owner'>,
  input: z.output<typeof updateBackendSchema>,
): Promise<void> {
  const tenantId = before.tenant_id;
  const data = {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.description === undefined ? {} : { description: input.description }),
  };
  const { count } = await tx.backend.updateMany({
    where: { tenantId, id: input.id, rowVersion: input.row_version },
    data: { ...data, rowVersion: { increment: 1 } },
  });
  if (count === 0) throw changedMeanwhile('backend', input.id);
  if (input.owner !== undefined && input.owner !== before.owner) {
    const { id } = input;
    const target = { tenantId, kind: 'backend' as const, id, ownerTeamId: before.owner };
    await makeOffer(tx, ctx, { target, to: input.owner, reason: '' });
  }
  await recordAudit(tx, ctx, {
    action: 'backend.update',
    targetKind: 'backend',
    targetId: input.id,
    tenantId,
    before,
    after: data,
  });
}
