import { authorize } from '@/lib/core/policy/authorize';
import type { Settings, UpdateSettings } from '@/lib/schemas/settings';
import { announce, transact } from '@/lib/services/announce';
import { recordAudit } from '@/lib/services/audit';
import { requireAllowed } from '@/lib/services/authorize';
import { actorId, type Context } from '@/lib/services/context';
import { changedMeanwhile } from '@/lib/services/errors';
import { readSettings, SETTINGS_KEY } from './get-settings';

/** Changes settings of the tenant acted in; what is not named stays. */
export async function updateSettings({
  ctx,
  input,
}: {
  ctx: Context;
  input: UpdateSettings;
}): Promise<Settings> {
  const { tenantId } = ctx;
  requireAllowed(authorize(ctx.actor, 'settings.manage', { tenantId }));
  const { row_version: version, ...changes } = input;
  const settings = await transact(async (tx) => {
    const { row_version: _, ...before } = await readSettings(tenantId, tx);
    const after = { ...before, ...withoutUndefined(changes) };
    const key = { tenantId, key: SETTINGS_KEY };
    const stamp = { updatedBy: actorId(ctx.actor), updatedAt: ctx.now };
    const { count } =
      version === 0
        ? await tx.setting.createMany({
            data: { ...key, value: after, ...stamp },
            skipDuplicates: true,
          })
        : await tx.setting.updateMany({
            where: { ...key, rowVersion: version },
            data: { value: after, ...stamp, rowVersion: { increment: 1 } },
          });
    if (count === 0) throw changedMeanwhile('settings of', tenantId);
    await recordAudit(tx, ctx, {
      action: 'settings.update',
      targetKind: 'settings',
      targetId: tenantId,
      before,
      after,
    });
    return { tenant: tenantId, ...(await readSettings(tenantId, tx)) };
  });
  await announce('settings', { tenantId });
  return settings;
}

function withoutUndefined<T extends object>(value: T): Partial<T> {
  const kept = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(kept) as Partial<T>;
}
