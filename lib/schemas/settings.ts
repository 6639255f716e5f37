import { z } from 'zod';
import { RESOLVER_PRESETS } from '@/lib/core/shared/domain';

export const UNHEALTHY_POLICIES = ['hide', 'rank_down'] as const;

/** What a tenant may set. Each field says its own bounds; the defaults are in `get-settings.ts`. */
export const settingValuesSchema = z.object({
  default_top_k: z
    .number()
    .int()
    .min(1, 'Use a number from 1 to 100.')
    .max(100, 'Use a number from 1 to 100.')
    .describe('How many capabilities a discovery answers with, pins apart'),
  max_schema_tools: z
    .number()
    .int()
    .min(1, 'Use a number from 1 to 100.')
    .max(100, 'Use a number from 1 to 100.')
    .describe('Most schemas handed out in one discovery, pins included'),
  resolver_preset: z.enum(RESOLVER_PRESETS).describe('How candidates are scored'),
  small_catalog_threshold: z
    .number()
    .int()
    .min(0, 'Use a number from 0 to 200.')
    .max(200, 'Use a number from 0 to 200.')
    .describe('Below this many allowed capabilities an agent may get all of them'),
  resolver_enabled: z
    .boolean()
    .describe('Off: agents of this tenant keep their own tools untouched'),
  recertify_days: z
    .number()
    .int()
    .min(1, 'Use a number from 1 to 3,650.')
    .max(3650, 'Use a number from 1 to 3,650.')
    .describe('Days from a promotion or attestation until an owner attests again'),
  change_waiting_days: z
    .number()
    .int()
    .min(1, 'Use a number from 1 to 90.')
    .max(90, 'Use a number from 1 to 90.')
    .describe('Days a change request waits until the admins are told'),
  remind_days: z
    .array(
      z.number().int().min(1, 'Use numbers from 1 to 365.').max(365, 'Use numbers from 1 to 365.'),
    )
    .max(5, 'Name at most five.')
    .describe('Days before an attestation is due on which its owners are reminded, each once'),
});
export type SettingValues = z.infer<typeof settingValuesSchema>;

export const settingsSchema = settingValuesSchema
  .extend({ tenant: z.string(), row_version: z.number().int() })
  .describe('Settings of one tenant; row_version 0 means that nothing was changed yet');
export type Settings = z.infer<typeof settingsSchema>;

export const updateSettingsSchema = settingValuesSchema
  .partial()
  .extend({ row_version: z.coerce.number().int().min(0) });
export type UpdateSettings = z.infer<typeof updateSettingsSchema>;
