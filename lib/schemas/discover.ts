import { z } from 'zod';
import {
  capabilityIdSchema,
  capabilityTypeSchema,
  jsonSchema,
  riskSchema,
  slugSchema,
  statusSchema,
  surfaceSchema,
} from './shared';

const words = (max: number) => z.array(z.string().trim().min(1).max(128)).max(max);

export const MAX_QUERY_CHARACTERS = 4_000;

/** Every list only narrows what the caller's key allows. */
export const discoverInputSchema = z.object({
  query: z.string().max(MAX_QUERY_CHARACTERS, 'Use at most 4,000 characters.').default(''),
  purpose: z
    .string()
    .max(MAX_QUERY_CHARACTERS)
    .optional()
    .describe('Why: recorded, and searched with the query at low weight.'),
  profile: slugSchema.optional(),
  profile_tags: words(50).optional(),
  types: z.array(capabilityTypeSchema).max(9).optional(),
  surfaces: z.array(surfaceSchema).max(6).optional(),
  providers: words(100).optional(),
  only: z.array(capabilityIdSchema).max(500).optional(),
  exclude: z.array(capabilityIdSchema).max(500).optional(),
  pins: z.array(z.string().max(128)).max(50).optional(),
  top_k: z.coerce.number().int().min(1).max(100).optional(),
  risk_ceiling: riskSchema.optional(),
  include_schemas: z.boolean().default(false),
  explain: z.boolean().default(false).describe('For admins: what was hidden and why.'),
  agent_id: slugSchema.optional().describe('Only a person names it; a key implies its agent.'),
  tenant_id: slugSchema.optional().describe('Optional; must agree with the key.'),
});
export type DiscoverInput = z.output<typeof discoverInputSchema>;

export const discoveredSchema = z.object({
  id: z.string(),
  surface_id: z.string(),
  name: z.string(),
  title: z.string(),
  type: capabilityTypeSchema,
  surface: surfaceSchema,
  description: z.string(),
  risk: riskSchema,
  approval_required: z.boolean(),
  version: z.string(),
  status: statusSchema,
  deprecated: z.boolean(),
  replacement: z
    .object({ capability_id: z.string(), major: z.number().int().nullable() })
    .nullable(),
  disable_at: z.string().nullable(),
  provider: z.string().nullable(),
  stage: z.string().describe('How it came in: search, pin or small_catalog.'),
  score: z.number(),
  score_parts: z.record(z.string(), z.number()),
  pinned: z.boolean(),
  input_schema: jsonSchema.optional(),
  output_schema: jsonSchema.optional(),
});
export type Discovered = z.infer<typeof discoveredSchema>;

export const discoverAnswerSchema = z
  .object({
    resolve_id: z.string(),
    capabilities: z.array(discoveredSchema),
    warnings: z.array(z.string()),
    stats: z.object({
      allowed: z.number().int(),
      selected: z.number().int(),
      tokens_full: z.number().int(),
      tokens_sent: z.number().int(),
      stage_ms: z.record(z.string(), z.number()),
    }),
    hidden: z
      .array(z.object({ id: z.string(), stage: z.string(), reasons: z.array(z.string()) }))
      .optional(),
  })
  .describe('The few capabilities for this intent.');
export type DiscoverAnswer = z.infer<typeof discoverAnswerSchema>;

export const receiptParamsSchema = z.object({ resolve_id: z.string().max(64) });
export const receiptSchema = z
  .object({
    resolve_id: z.string(),
    agent_id: z.string(),
    user_id: z.string().nullable().describe('The person who looked as the agent, if one did.'),
    query: z.string(),
    purpose: z.string(),
    preset: z.string(),
    request: jsonSchema.describe('The other fields of the request.'),
    counts: z.record(z.string(), z.number()),
    chosen: jsonSchema,
    cut: jsonSchema,
    warnings: jsonSchema,
    stats: z.object({
      tokens_full: z.number().int(),
      tokens_sent: z.number().int(),
      stage_ms: z.record(z.string(), z.number()),
    }),
    created_at: z.string(),
    hidden: jsonSchema.optional(),
  })
  .describe('The record of one discovery');
export type ReceiptView = z.infer<typeof receiptSchema>;
