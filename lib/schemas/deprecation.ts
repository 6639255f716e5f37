import { z } from 'zod';
import { capabilityIdSchema, jsonSchema, timeSchema } from './shared';
import { shapeImpactSchema } from './usage';
import { compatChangeSchema, verdictSchema } from './versions';

const MAX_ENTRIES = 100;
const placeSchema = z
  .string()
  .trim()
  .min(1, 'Name an argument.')
  .max(200)
  .describe('The name of an argument, or a pointer such as /filter/city');
const few = (value: object) => Object.keys(value).length <= MAX_ENTRIES;
const tooMany = `Use at most ${MAX_ENTRIES}.`;

/** How the arguments of what ends become those of its replacement. */
export const argumentMappingSchema = z
  .strictObject({
    rename: z.record(placeSchema, placeSchema).refine(few, tooMany).default({}),
    constant: z.record(placeSchema, jsonSchema).refine(few, tooMany).default({}),
    default: z.record(placeSchema, jsonSchema).refine(few, tooMany).default({}),
    drop: z.array(placeSchema).max(MAX_ENTRIES, tooMany).default([]),
  })
  .describe('rename: old to new; constant and default: new to value; drop: old');

export const replacementSchema = z.object({
  capability_id: capabilityIdSchema,
  major: z.number().int().min(1).optional(),
});

export const deprecationBodySchema = z.object({
  major: z.number().int().min(1).optional(),
  announced_at: timeSchema.optional(),
  disable_at: timeSchema,
  replacement: replacementSchema.nullable().default(null),
  migration_note: z.string().trim().max(5000).default(''),
  argument_mapping: argumentMappingSchema.prefault({}),
});
export type DeprecationBody = z.output<typeof deprecationBodySchema>;

/** In a query: numbers come as text. */
export const deprecationRefSchema = z.object({
  major: z.coerce.number().int().min(1).optional(),
  reason: z.string().trim().max(2000).default(''),
});
export const deprecationSchema = deprecationBodySchema.extend({
  capability_id: z.string().max(200),
});
export const withdrawDeprecationSchema = z.object({
  capability_id: z.string().max(200),
  major: z.number().int().min(1).optional(),
  reason: z.string().trim().max(2000).default(''),
});

/** The announced end that a request asks to take back. */
export const withdrawnEndSchema = z.object({
  major: z.number().int().nullable(),
  disable_at: timeSchema,
});
export type WithdrawnEnd = z.output<typeof withdrawnEndSchema>;

export const deprecationCheckBodySchema = deprecationBodySchema.extend({
  disable_at: timeSchema.optional(),
});
export const deprecationCheckSchema = deprecationCheckBodySchema.extend({
  capability_id: z.string().max(200),
});

export const mappingProblemSchema = z.object({
  path: z.string(),
  message: z.string(),
  severity: z.enum(['error', 'warning']),
});

export const deprecationReportSchema = z
  .object({
    replacement_problem: z.string().nullable().describe('Why it cannot replace it; null: it can'),
    compatibility: z
      .object({ verdict: verdictSchema, changes: z.array(compatChangeSchema) })
      .nullable()
      .describe('What callers of the old one meet in the new one; null without a replacement'),
    mapping_problems: z.array(mappingProblemSchema),
    mapped: shapeImpactSchema
      .nullable()
      .describe('Recorded calls, mapped, against the replacement; null without a replacement'),
    agents: z.number().int(),
    calls_24h: z.number().int(),
    calls_30d: z.number().int(),
    last_call_at: timeSchema.nullable(),
  })
  .describe('What an announced end would meet');
export type DeprecationReport = z.infer<typeof deprecationReportSchema>;

export const majorPathSchema = z.object({
  id: z.string().max(200),
  major: z.coerce.number().int().min(1).max(999_999),
});
export const retireMajorBodySchema = z.object({
  reason: z.string().trim().max(2000).default(''),
});
export const retireMajorSchema = retireMajorBodySchema.extend({
  capability_id: z.string().max(200),
  major: z.number().int().min(1),
});

export const majorSchema = z.object({
  major: z.number().int(),
  state: z.enum(['live', 'sunset', 'retired']),
  version: z.string().nullable().describe('What is served of it; null: nothing yet, or no more'),
  current: z.boolean().describe('What new agents get'),
  served_from: timeSchema.nullable(),
  end: z
    .object({
      announced_at: timeSchema,
      disable_at: timeSchema,
      replacement: z
        .object({ capability_id: z.string(), major: z.number().int().nullable() })
        .nullable(),
      migration_note: z.string(),
    })
    .nullable(),
  agents: z.number().int(),
  calls_30d: z.number().int(),
});
export type MajorAnswer = z.infer<typeof majorSchema>;

export const adoptionSchema = z.object({
  tenant_id: z.string(),
  agent_id: z.string(),
  agent_name: z.string(),
  major: z.number().int(),
  by_grant: z.boolean().describe('Its grant names the major; changing the grant moves it'),
  calls_30d: z.number().int(),
  last_call_at: timeSchema.nullable(),
  may_move: z.boolean(),
});
export type AdoptionRow = z.infer<typeof adoptionSchema>;

export const majorListSchema = z
  .object({ items: z.array(majorSchema), agents: z.array(adoptionSchema) })
  .describe('Majors, newest first, and which agents are on which');
export type MajorList = z.infer<typeof majorListSchema>;

export const agentMajorSchema = z.object({
  capability_id: z.string(),
  major: z.number().int(),
  by_grant: z.boolean(),
  set_by: z.string().optional().describe('Not told to agents.'),
  set_at: timeSchema.nullable(),
  served: z.array(z.number().int()).describe('Majors it may be moved to'),
});
export type AgentMajor = z.infer<typeof agentMajorSchema>;
export const agentMajorListSchema = z
  .object({ items: z.array(agentMajorSchema) })
  .describe('The majors an agent is on');
export const moveAgentBodySchema = z.object({
  capability_id: z.string().max(200),
  major: z.number().int().min(1),
});
export const moveAgentSchema = moveAgentBodySchema.extend({ agent_id: z.string().max(200) });
