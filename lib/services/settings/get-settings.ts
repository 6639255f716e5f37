import { authorize, isAllowed } from '@/lib/core/policy/authorize';
import { DEFAULT_LIMITS } from '@/lib/core/resolver/pipeline-types';
import type { Tx } from '@/lib/db/transaction';
import { runtime } from '@/lib/runtime';
import { type Settings, type SettingValues, settingValuesSchema } from '@/lib/schemas/settings';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';

/** The row that holds what a tenant changed; what is not in it has its default. */
export const SETTINGS_KEY = 'values';

/** Before anybody changed anything: the configuration where it speaks, else the product's own. */
export function defaultSettings(): SettingValues {
  const { config } = runtime();
  return {
    default_top_k: config.defaultTopK,
    max_schema_tools: config.maxSchemaTools,
    resolver_preset: config.resolver,
    small_catalog_threshold: DEFAULT_LIMITS.smallCatalog,
    resolver_enabled: true,
    recertify_days: 180,
    change_waiting_days: 3,
    remind_days: [30, 7],
  };
}

/** For other services: what holds in a tenant now. Reads the database once, remembers nothing. */
export async function readSettings(
  tenantId: string,
  db: Pick<Tx, 'setting'> = runtime().db.prisma,
): Promise<SettingValues & { row_version: number }> {
  const row = await db.setting.findUnique({
    where: { tenantId_key: { tenantId, key: SETTINGS_KEY } },
  });
  // What an older or newer build wrote and this one cannot read falls back to its default.
  const stored = settingValuesSchema.partial().safeParse(row?.value ?? {});
  const values = stored.success ? stored.data : {};
  return { ...defaultSettings(), ...values, row_version: row?.rowVersion ?? 0 };
}

/** Settings of the tenant acted in, for its people. */
export async function getSettings({ ctx }: { ctx: Context }): Promise<Settings> {
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
  return { tenant: ctx.tenantId, ...(await readSettings(ctx.tenantId)) };
}

/** For pages: whether the caller may change them. */
export function maySetSettings(ctx: Context): boolean {
  return isAllowed(ctx.actor, 'settings.manage', { tenantId: ctx.tenantId });
}
