import { z } from 'zod';
import { HEALTHS, LOCATIONS } from '@/lib/core/shared/domain';
import {
  jsonSchema,
  pageOf,
  pageQuerySchema,
  providerKindSchema,
  riskSchema,
  rowVersionSchema,
  slugSchema,
} from './shared';

const tagsSchema = z.array(z.string().trim().min(1).max(40)).max(20);

/**
 * Where the broker finds the secret, never the secret. Only variables set aside for this can be
 * named: whoever owns a provider must not be able to send it the server's other secrets.
 */
export const credentialRefSchema = z
  .string()
  .regex(
    /^env:CAPSTAN_CREDENTIAL_[A-Z0-9_]{1,64}$/,
    'Write env:CAPSTAN_CREDENTIAL_NAME, a variable set for this server; never the secret itself.',
  );

export const providerParamsSchema = z.object({ id: slugSchema });

export const createProviderSchema = z.object({
  id: slugSchema,
  name: z.string().trim().min(1, 'Give it a name.').max(200),
  description: z.string().trim().max(2000).default(''),
  kind: providerKindSchema.default('mcp'),
  location: z.enum(LOCATIONS).default('remote'),
  endpoint: z
    .url({ protocol: /^https?$/, error: 'Write an http or https address.' })
    .max(2000)
    .describe('Streamable HTTP address. Commands (stdio) come from CAPSTAN_PROVIDERS_FILE only.'),
  credential_ref: credentialRefSchema.nullable().default(null),
  owner: slugSchema.describe('The owning team.'),
  backend: slugSchema.nullable().default(null),
  default_tags: tagsSchema.default([]),
  risk_floor: riskSchema.default('LOW'),
  sync_every_seconds: z.number().int().min(60).max(2_592_000).nullable().default(null),
});
export type CreateProviderInput = z.output<typeof createProviderSchema>;

export const updateProviderSchema = z.object({
  row_version: rowVersionSchema,
  name: createProviderSchema.shape.name.optional(),
  description: z.string().trim().max(2000).optional(),
  endpoint: createProviderSchema.shape.endpoint.optional(),
  credential_ref: credentialRefSchema.nullable().optional(),
  owner: slugSchema.optional(),
  backend: slugSchema.nullable().optional(),
  default_tags: tagsSchema.optional(),
  risk_floor: riskSchema.optional(),
  sync_every_seconds: z.number().int().min(60).max(2_592_000).nullable().optional(),
});
export type UpdateProviderInput = z.output<typeof updateProviderSchema>;

export const SYNC_STATUSES = ['RUNNING', 'SUCCEEDED', 'FAILED'] as const;

export const syncProgressSchema = z.object({
  phase: z.enum(['connecting', 'listing', 'checking', 'writing', 'done']),
  listed: z.number().int(),
  processed: z.number().int(),
  total: z.number().int(),
});
export type SyncProgress = z.infer<typeof syncProgressSchema>;

export const syncSchema = z
  .object({
    id: z.string(),
    provider: z.string(),
    status: z.enum(SYNC_STATUSES),
    trigger: z.enum(['start', 'schedule', 'manual']),
    started_by: z.string(),
    started_at: z.string(),
    ended_at: z.string().nullable(),
    progress: syncProgressSchema,
    added: z.number().int(),
    updated: z.number().int(),
    unchanged: z.number().int(),
    removed: z.number().int(),
    drift: z.array(z.object({ capability_id: z.string(), kinds: z.array(z.string()) })),
    rejected: z.array(z.object({ name: z.string(), reason: z.string() })),
    warnings: z.array(z.string()),
    error_class: z.string().nullable(),
    error: z.string().nullable(),
  })
  .describe('The record of one synchronisation');
export type SyncView = z.infer<typeof syncSchema>;

export const providerSchema = z.object({
  id: z.string(),
  tenant_id: z.string(),
  name: z.string(),
  description: z.string(),
  kind: providerKindSchema,
  location: z.enum(LOCATIONS),
  transport: z.enum(['stdio', 'streamable_http', 'none']),
  source: z.enum(['file', 'catalog']),
  endpoint: z.string().nullable(),
  credential_ref: z.string().nullable(),
  owner: z.string(),
  backend: z.string().nullable(),
  default_tags: z.array(z.string()),
  risk_floor: riskSchema,
  protocol_version: z.string().nullable(),
  server_info: jsonSchema.nullable(),
  instructions: z.string().nullable(),
  health: z.enum(HEALTHS),
  health_reason: z.string().nullable(),
  health_at: z.string().nullable(),
  sync_every_seconds: z.number().int().nullable(),
  last_synced_at: z.string().nullable(),
  archived_at: z.string().nullable(),
  capabilities: z.number().int().describe('How many it serves now.'),
  row_version: z.number().int(),
});
export type ProviderView = z.infer<typeof providerSchema>;

export const providerListQuerySchema = pageQuerySchema.extend({
  q: z.string().max(200).optional(),
  health: z.enum(HEALTHS).optional(),
  owner: slugSchema.optional(),
  backend: slugSchema.optional(),
});

export const createBackendSchema = z.object({
  id: slugSchema,
  name: z.string().trim().min(1, 'Give it a name.').max(200),
  description: z.string().trim().max(2000).default(''),
  owner: slugSchema,
});
export const updateBackendSchema = z.object({
  id: slugSchema,
  row_version: rowVersionSchema,
  name: createBackendSchema.shape.name.optional(),
  description: z.string().trim().max(2000).optional(),
  owner: slugSchema.optional(),
});
export const backendSchema = z.object({
  id: z.string(),
  tenant_id: z.string(),
  name: z.string(),
  description: z.string(),
  owner: z.string(),
  providers: z.array(z.string()),
  row_version: z.number().int(),
});
export type BackendView = z.infer<typeof backendSchema>;

export const PROVIDER_SORTS = ['name', 'kind', 'health', 'owner', 'last_sync'] as const;

/** A row of the console's table. */
export type ProviderRow = ProviderView & {
  owner_name: string;
  backend_name: string | null;
  /** The newest sync, also while it runs. */
  sync: SyncView | null;
  may_sync: boolean;
};

/** What the page of one provider shows. */
export type ProviderPage = ProviderRow & {
  may_manage: boolean;
  /** Why this person may not. */
  why_not: string | null;
  /** Why where its calls go cannot be changed by one person now. */
  why_fixed: { endpoint: string | null; credential_ref: string | null };
  by_status: { status: string; count: number }[];
  /** Drafts nobody dismissed. */
  drafts: number;
  stopped: boolean;
};

export const readSyncsSchema = z.object({ ids: z.array(z.string().max(64)).min(1).max(50) });
export const syncProviderSchema = z.object({ id: slugSchema });

export const providerPageSchema = pageOf(providerSchema);
export const syncPageSchema = pageOf(syncSchema);
export const backendPageSchema = pageOf(backendSchema);
export const syncParamsSchema = z.object({ id: z.string().max(64) });
export const archiveProviderSchema = z.object({ row_version: rowVersionSchema });
