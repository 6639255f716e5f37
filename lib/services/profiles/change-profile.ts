import { authorize } from '@/lib/core/policy/authorize';
import type { Tx } from '@/lib/db/transaction';
import type { CreateProfile, Profile, UpdateProfile } from '@/lib/schemas/profiles';
import { announce, transact } from '@/lib/services/announce';
import { recordAudit } from '@/lib/services/audit';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { changedMeanwhile, notFound, ServiceError } from '@/lib/services/errors';
import { toProfile } from './profile-view';

/** No team owns a profile, so only an admin of its tenant changes one. */
function authorizeProfile(ctx: Context): void {
  const target = { tenantId: ctx.tenantId, ownerTeamId: null };
  requireAllowed(authorize(ctx.actor, 'profile.manage', target));
}

export async function createProfile({
  ctx,
  input,
}: {
  ctx: Context;
  input: CreateProfile;
}): Promise<Profile> {
  authorizeProfile(ctx);
  const { tenantId } = ctx;
  const { top_k: topK, ...fields } = input;
  const made = await transact(async (tx) => {
    const { count } = await tx.profile.createMany({
      data: { tenantId, ...fields, topK, createdAt: ctx.now },
      skipDuplicates: true,
    });
    if (count === 0) {
      const message = `There is a profile "${input.id}" already; choose another id.`;
      throw new ServiceError('CONFLICT', message, { errors: [{ path: 'id', message }] });
    }
    await recordAudit(tx, ctx, { action: 'profile.create', ...targetOf(input.id), after: input });
    return readProfile(tx, tenantId, input.id);
  });
  await announce('agents', { tenantId });
  return made;
}

export async function updateProfile({
  ctx,
  input,
}: {
  ctx: Context;
  input: UpdateProfile;
}): Promise<Profile> {
  authorizeProfile(ctx);
  const { tenantId } = ctx;
  const { id, row_version: rowVersion, top_k: topK, ...fields } = input;
  const changed = await transact(async (tx) => {
    const before = await readProfile(tx, tenantId, id);
    const { count } = await tx.profile.updateMany({
      where: { tenantId, id, rowVersion },
      data: {
        ...(fields.name === undefined ? {} : { name: fields.name }),
        ...(fields.description === undefined ? {} : { description: fields.description }),
        ...(fields.tags === undefined ? {} : { tags: fields.tags }),
        ...(fields.types === undefined ? {} : { types: fields.types }),
        ...(topK === undefined ? {} : { topK }),
        rowVersion: { increment: 1 },
      },
    });
    if (count === 0) throw changedMeanwhile('profile', id);
    const after = await readProfile(tx, tenantId, id);
    await recordAudit(tx, ctx, { action: 'profile.update', ...targetOf(id), before, after });
    return after;
  });
  await announce('agents', { tenantId });
  return changed;
}

/** @throws ServiceError CONFLICT while an agent uses it. */
export async function deleteProfile({ ctx, id }: { ctx: Context; id: string }): Promise<void> {
  authorizeProfile(ctx);
  const { tenantId } = ctx;
  await transact(async (tx) => {
    const before = await readProfile(tx, tenantId, id);
    const users = await tx.agent.findMany({
      where: { tenantId, profileId: id },
      select: { id: true },
      take: 5,
    });
    if (users.length > 0) {
      const names = users.map((agent) => agent.id).join(', ');
      throw new ServiceError('CONFLICT', `Agents still use this profile: ${names}.`);
    }
    await tx.profile.delete({ where: { tenantId_id: { tenantId, id } } });
    await recordAudit(tx, ctx, { action: 'profile.delete', ...targetOf(id), before });
  });
  await announce('agents', { tenantId });
}

async function readProfile(tx: Tx, tenantId: string, id: string): Promise<Profile> {
  const row = await tx.profile.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (!row) throw notFound('profile', id);
  return toProfile(row);
}

function targetOf(id: string) {
  return { targetKind: 'profile', targetId: id };
}
