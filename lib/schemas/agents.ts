import { z } from 'zod';
import { CAPABILITY_TYPES, GRANT_TARGET_KINDS } from '@/lib/core/shared/domain';
import { scopeSchema, tagSchema } from './capabilities';
import { keyNameSchema } from './people';
import { UNHEALTHY_POLICIES } from './settings';
import {
  capabilityIdSchema,
  pageOf,
  pageQuerySchema,
  riskSchema,
  rowVersionSchema,
  slugSchema,
  timeSchema,
} from './shared';

/** Every provider, also those registered later. */
export const ALL_PROVIDERS = '*';
export const MAX_GRANTS = 500;
export const MAX_PINS = 50;

const allowedProviderSchema = z.union([z.literal(ALL_PROVIDERS), slugSchema], {
  error: 'Use provider ids, or * alone for every provider.',
});
const fields = {
  name: z.string().trim().min(1, 'Write a name.').max(120, 'Use at most 120 characters.'),
  description: z.string().trim().max(1024, 'Use at most 1,024 characters.'),
  owner: slugSchema,
  roles: z
    .array(slugSchema)
    .max(50)
    .describe('Roles capabilities may require; only an admin gives them'),
  profile: slugSchema.nullable(),
  top_k: z.number().int().min(1).max(100).nullable().describe('null: the tenant’s default'),
  risk_ceiling: riskSchema.nullable().describe('null: no ceiling beyond the grants'),
  allowed_providers: z
    .array(allowedProviderSchema)
    .max(200)
    .describe(
      'Providers this agent may reach. Empty means no MCP capability, even one granted by name; "*" alone means every provider.',
    ),
  pins: z.array(capabilityIdSchema).max(MAX_PINS).describe('Always offered, in this order'),
  small_catalog_all: z.boolean(),
  resolver_enabled: z.boolean(),
  unhealthy_policy: z.enum(UNHEALTHY_POLICIES),
};

export const agentSchema = z
  .object({
    id: z.string(),
    tenant: z.string(),
    name: z.string(),
    description: z.string(),
    owner: z.string(),
    owner_name: z.string(),
    active: z.boolean(),
    roles: z.array(z.string()),
    profile: z.string().nullable(),
    top_k: z.number().int().nullable(),
    risk_ceiling: riskSchema.nullable(),
    allowed_providers: z.array(z.string()),
    pins: z.array(z.string()),
    small_catalog_all: z.boolean(),
    resolver_enabled: z.boolean(),
    unhealthy_policy: z.enum(UNHEALTHY_POLICIES),
    counts: z.object({ grants: z.number().int(), live_keys: z.number().int() }),
    last_used_at: timeSchema.nullable(),
    created_at: timeSchema,
    updated_at: timeSchema,
    row_version: z.number().int(),
    warnings: z
      .array(z.string())
      .optional()
      .describe('What keeps this agent from working as it stands'),
  })
  .describe('A registered consumer');
export type Agent = z.infer<typeof agentSchema>;
export const agentListSchema = pageOf(agentSchema);
export const agentIdSchema = z.object({ id: slugSchema });

export const AGENT_SORTS = ['name', 'id', 'updated_at'] as const;
export const listAgentsSchema = pageQuerySchema.extend({
  q: z.string().trim().max(200).optional().describe('Part of the id, name or description'),
  owner: slugSchema.optional(),
  active: z.stringbool().optional(),
});
export type ListAgents = z.infer<typeof listAgentsSchema>;

export const createAgentSchema = z.object({
  id: slugSchema,
  name: fields.name,
  description: fields.description.default(''),
  owner: fields.owner,
  roles: fields.roles.default([]),
  profile: fields.profile.default(null),
  top_k: fields.top_k.default(null),
  risk_ceiling: fields.risk_ceiling.default(null),
  allowed_providers: fields.allowed_providers.default([]),
  pins: fields.pins.default([]),
  small_catalog_all: fields.small_catalog_all.default(false),
  resolver_enabled: fields.resolver_enabled.default(true),
  unhealthy_policy: fields.unhealthy_policy.default('rank_down'),
});
export type CreateAgent = z.infer<typeof createAgentSchema>;

export const updateAgentBodySchema = z.object({
  row_version: rowVersionSchema,
  active: z.boolean().optional().describe('false: its keys stop working at once'),
  name: fields.name.optional(),
  description: fields.description.optional(),
  owner: fields.owner.optional(),
  roles: fields.roles.optional(),
  profile: fields.profile.optional(),
  top_k: fields.top_k.optional(),
  risk_ceiling: fields.risk_ceiling.optional(),
  allowed_providers: fields.allowed_providers.optional(),
  pins: fields.pins.optional(),
  small_catalog_all: fields.small_catalog_all.optional(),
  resolver_enabled: fields.resolver_enabled.optional(),
  unhealthy_policy: fields.unhealthy_policy.optional(),
});
export const updateAgentSchema = updateAgentBodySchema.extend({ id: slugSchema });
export type UpdateAgent = z.infer<typeof updateAgentSchema>;

export const agentKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  created_by: z.string(),
  created_at: timeSchema,
  expires_at: timeSchema.nullable(),
  revoked_at: timeSchema.nullable(),
  last_used_at: timeSchema.nullable(),
});
export type AgentKey = z.infer<typeof agentKeySchema>;
export const agentKeyListSchema = pageOf(agentKeySchema);

export const createAgentKeyBodySchema = z.object({
  name: keyNameSchema.default('key'),
  expires_at: timeSchema.nullish().describe('Never, when left out'),
});
export const createAgentKeySchema = createAgentKeyBodySchema.extend({ agent_id: slugSchema });
export type CreateAgentKey = z.infer<typeof createAgentKeySchema>;
export const agentKeyCreatedSchema = z
  .object({ id: z.string(), key: z.string() })
  .describe('The only time the key is shown');
export const revokeAgentKeySchema = z.object({ agent_id: slugSchema, key_id: z.string().max(64) });

const targetFields = {
  capability: capabilityIdSchema,
  provider: slugSchema,
  tag: tagSchema,
  type: z.enum(CAPABILITY_TYPES),
};
export const grantTargetSchema = z
  .object({
    capability: targetFields.capability.optional(),
    provider: targetFields.provider.optional(),
    tag: targetFields.tag.optional(),
    type: targetFields.type.optional(),
  })
  .strict()
  .refine(
    (target) => GRANT_TARGET_KINDS.filter((kind) => target[kind] !== undefined).length === 1,
    {
      error: 'Name exactly one of capability, provider, tag or type.',
    },
  );

export const grantSchema = z.object({
  target: grantTargetSchema,
  discover: z.boolean().default(true),
  invoke: z.boolean().default(false),
  scopes: z.array(scopeSchema).max(100).default([]),
  until: timeSchema.nullable().default(null).describe('null: until somebody takes it away'),
  major: z
    .number()
    .int()
    .positive()
    .nullable()
    .default(null)
    .describe('Major of the capability this agent stays on; null: set by its first use'),
});
export type GrantInput = z.infer<typeof grantSchema>;

export const grantsSchema = z
  .array(
    grantSchema.refine((grant) => grant.discover || grant.invoke, {
      error: 'A grant gives discover, invoke or both; leave it out to give nothing.',
    }),
  )
  .max(MAX_GRANTS);
export const putGrantsSchema = z.object({ agent_id: slugSchema, grants: grantsSchema });
export type PutGrants = z.infer<typeof putGrantsSchema>;

export const grantViewSchema = grantSchema.extend({
  granted_by: z.string().optional().describe('Not told to agents.'),
  created_at: timeSchema,
});
export type GrantView = z.infer<typeof grantViewSchema>;
export const grantListSchema = z
  .array(grantViewSchema)
  .describe(
    'All grants of the agent. Provider, tag and type grants reach MEDIUM at most; HIGH and CRITICAL are granted by id.',
  );
