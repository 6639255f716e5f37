import { z } from 'zod';
import {
  capabilityTypeSchema,
  jsonObjectSchema,
  pageOf,
  riskSchema,
  statusSchema,
  surfaceSchema,
  timeSchema,
} from './shared';

/** What every door answers about capabilities; what people write is in `capabilities.ts`. */

export const findingSchema = z.object({
  rule: z.string(),
  severity: z.string(),
  path: z.string(),
  message: z.string(),
  suggestion: z.string(),
  spans: z
    .array(z.object({ start: z.number().int(), end: z.number().int() }))
    .optional()
    .describe('Where it stands in the text, in UTF-16 units'),
  fix: z.literal('remove').optional().describe('Without what stands there it is mended'),
});
export type Finding = z.infer<typeof findingSchema>;

/** What a capability is and whose, in every answer. */
const identity = {
  id: z.string(),
  tenant_id: z.string(),
  surface_id: z.string(),
  name: z.string(),
  title: z.string(),
  type: capabilityTypeSchema,
  surface: surfaceSchema,
  description: z.string(),
  owner: z.string(),
};

export const capabilitySchema = z
  .object({
    ...identity,
    tags: z.array(z.string()),
    risk: riskSchema,
    approval_required: z.boolean(),
    approval_waiver: z.string().nullable(),
    required_roles: z.array(z.string()),
    status: statusSchema,
    /** `major.minor` agents get; null before the first promotion. */
    version: z.string().nullable(),
    scopes: z.object({
      required: z.array(z.string()),
      optional: z.array(z.string()),
      none: z.boolean(),
    }),
    limits: z.object({
      timeout: z.string(),
      calls_per_run: z.number(),
      rate_per_minute: z.number(),
      max_output_bytes: z.number(),
    }),
    observability: z.object({ audit: z.boolean(), trace: z.boolean() }),
    metadata: jsonObjectSchema,
    input_schema: jsonObjectSchema,
    output_schema: jsonObjectSchema.nullable(),
    annotations: jsonObjectSchema,
    schema_hash: z.string(),
    safe_example: jsonObjectSchema.nullable(),
    findings: z.array(findingSchema),
    quarantine: z.object({ since: timeSchema, reason: z.string() }).nullable(),
    dismissed_at: timeSchema.nullable(),
    attested_at: timeSchema.nullable(),
    recertify_by: timeSchema.nullable(),
    created_by: z.string(),
    created_at: timeSchema,
    updated_at: timeSchema,
    row_version: z.number().int(),
  })
  .describe('One capability');
export type CapabilityAnswer = z.infer<typeof capabilitySchema>;

export const smokeSchema = z
  .object({
    ok: z.boolean(),
    detail: z.string().nullable().describe('What went wrong, when it did.'),
    provider: z.string(),
    latency_ms: z.number().int(),
  })
  .describe('How the smoke call went');
export type SmokeAnswer = z.infer<typeof smokeSchema>;

export const capabilityRowSchema = z.object({
  ...identity,
  owner_name: z.string(),
  providers: z.array(z.string()),
  tags: z.array(z.string()),
  risk: riskSchema,
  status: statusSchema,
  version: z.string().nullable(),
  approval_required: z.boolean(),
  findings: z.number().int(),
  quarantined: z.boolean(),
  dismissed: z.boolean(),
  updated_at: timeSchema,
  row_version: z.number().int(),
});
export type CapabilityRow = z.infer<typeof capabilityRowSchema>;
export const capabilityPageSchema = pageOf(capabilityRowSchema).describe('A page of capabilities');

export const capabilitySchemasSchema = z
  .object({
    id: z.string(),
    version: z.string().nullable(),
    input_schema: jsonObjectSchema,
    output_schema: jsonObjectSchema.nullable(),
    annotations: jsonObjectSchema,
    schema_hash: z.string(),
  })
  .describe('Input and output schema');
