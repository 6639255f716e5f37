import { z } from 'zod';
import { capabilityChangesSchema } from './capabilities';
import { jsonObjectSchema, jsonSchema, pageOf, rowVersionSchema, timeSchema } from './shared';
import { impactAgentSchema, shapeImpactSchema } from './usage';

export const verdictSchema = z.enum(['compatible', 'breaking', 'unknown']);
export const compatChangeSchema = z.object({
  path: z.string(),
  kind: z.string(),
  verdict: verdictSchema,
  detail: z.string(),
});
export type CompatChange = z.infer<typeof compatChangeSchema>;

export const compatBodySchema = z.object({
  direction: z.enum(['input', 'output']),
  old_schema: jsonObjectSchema,
  new_schema: jsonObjectSchema,
});
export const compatAnswerSchema = z
  .object({ verdict: verdictSchema, changes: z.array(compatChangeSchema) })
  .describe('Whether what worked keeps working');

/** A publish: the parts of the contract that change; what is absent stays. */
export const publishBodySchema = capabilityChangesSchema
  .pick({
    title: true,
    description: true,
    input_schema: true,
    output_schema: true,
    annotations: true,
  })
  .extend({
    reason: z.string().trim().max(2000).default(''),
    row_version: rowVersionSchema.optional(),
    effective_from: timeSchema.optional().describe('Served from then on; absent: once approved'),
  });

export const versionCheckInputSchema = z.object({
  capability_id: z.string().max(200),
  body: capabilityChangesSchema,
});

const versionTextSchema = z.string().regex(/^\d{1,6}\.\d{1,6}$/, 'Write a version such as 1.2.');
export const versionPairSchema = z.object({ from: versionTextSchema, to: versionTextSchema });
export const versionComparisonSchema = z
  .object({
    from: z.string(),
    to: z.string(),
    verdict: verdictSchema,
    changes: z.array(compatChangeSchema),
    fields: z.array(z.object({ field: z.string(), before: jsonSchema, after: jsonSchema })),
  })
  .describe('Two versions beside each other');

export const versionPathSchema = z.object({
  id: z.string().max(200),
  v: z.string().regex(/^\d{1,6}\.\d{1,6}$/, 'Write a version such as 1.2.'),
});
export const rollbackSchema = z.object({
  capability_id: z.string().max(200),
  version: z.string().regex(/^\d{1,6}\.\d{1,6}$/, 'Write a version such as 1.2.'),
  reason: z.string().trim().max(2000).default(''),
});

export const versionSchema = z.object({
  version: z.string(),
  major: z.number().int(),
  minor: z.number().int(),
  state: z.enum(['live', 'sunset', 'retired']),
  current: z.boolean(),
  scheduled: z.boolean().describe('Published, and served from effective_from on'),
  withdrawn: z.boolean().describe('Taken back before it took effect'),
  title: z.string(),
  description: z.string(),
  input_schema: jsonObjectSchema,
  output_schema: jsonObjectSchema.nullable(),
  annotations: jsonObjectSchema,
  schema_hash: z.string(),
  compatibility: z.object({
    verdict: verdictSchema.nullable(),
    changes: z.array(compatChangeSchema),
    ruled_by: z.string().nullable().optional().describe('Who ruled what was undecided compatible'),
    ruling: z.string().nullable().optional().describe('Why, in their words'),
  }),
  effective_from: timeSchema,
  created_by: z.string().optional().describe('Not told to agents.'),
  change_request_id: z.string().nullable(),
});
export type VersionAnswer = z.infer<typeof versionSchema>;
export const versionListSchema = pageOf(versionSchema).describe('Versions, newest first');

export const versionCheckSchema = z
  .object({
    verdict: verdictSchema,
    changes: z.array(compatChangeSchema),
    next_version: z.string(),
    same: z.boolean(),
    advice: z.object({
      bump: z.enum(['none', 'minor', 'major']),
      why: z.string(),
      needs_ruling: z.boolean().describe('A reviewer may rule it compatible, on record'),
    }),
    impact: z.object({
      agents: z.number().int(),
      calls_24h: z.number().int(),
      calls_30d: z.number().int(),
      last_call_at: timeSchema.nullable(),
      affected: z.array(impactAgentSchema).describe('Who calls it or may, most calls first'),
      shapes: shapeImpactSchema,
    }),
  })
  .describe('What publishing would do, without publishing');
export type VersionCheck = z.infer<typeof versionCheckSchema>;
