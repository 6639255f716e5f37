import { z } from 'zod';
import { INCIDENT_TARGET_KINDS, RISKS, STATUSES } from '@/lib/core/shared/domain';
import { jsonObjectSchema, timeSchema } from './shared';

export const WINDOWS = ['1h', '24h', '7d', '30d', '90d'] as const;
export type UsageWindow = (typeof WINDOWS)[number];

export const usageGraphQuerySchema = z.object({
  window: z.enum(WINDOWS, 'Use 1h, 24h, 7d, 30d or 90d.').default('30d'),
  capability: z.string().max(200).optional(),
  agent: z.string().max(200).optional(),
  provider: z.string().max(200).optional(),
});

export const graphNodeSchema = z.object({
  id: z.string(),
  kind: z.enum(['agent', 'capability', 'provider', 'backend']),
  label: z.string(),
});
export const graphEdgeSchema = z.object({
  from: z.string(),
  to: z.string(),
  calls: z.number().int(),
  /** Part of the calls arriving at `to`, 0 to 1. */
  share: z.number(),
  last_at: timeSchema.nullable(),
  declared: z.boolean(),
});
export const usageGraphSchema = z.object({
  window: z.enum(WINDOWS),
  from: timeSchema,
  to: timeSchema,
  nodes: z.array(graphNodeSchema),
  edges: z.array(graphEdgeSchema),
});
export type UsageGraph = z.infer<typeof usageGraphSchema>;

export const IMPACT_ACTIONS = [
  'disable',
  'deprecate',
  'publish',
  'remove_provider',
  'restore',
] as const;

export const impactQuerySchema = z.object({
  target: z.object({ kind: z.enum(INCIDENT_TARGET_KINDS), id: z.string().min(1).max(200) }),
  action: z.enum(IMPACT_ACTIONS).default('disable'),
  /** An input schema to hold the recorded calls of a capability against. */
  proposed_schema: jsonObjectSchema.optional(),
});

const shapeCounts = {
  would_fail: z.number().int(),
  would_pass: z.number().int(),
  cannot_tell: z.number().int(),
};
/** Recorded calls against a schema. Shapes hold no values, so some cannot be told. */
export const shapeImpactSchema = z.object({
  calls: z.number().int().describe('Recorded calls that were looked at, the latest ones'),
  ...shapeCounts,
  agents: z.array(
    z.object({
      tenant_id: z.string(),
      agent_id: z.string(),
      agent_name: z.string(),
      ...shapeCounts,
    }),
  ),
  reasons: z.array(
    z.object({
      path: z.string(),
      reason: z.string(),
      detail: z.string(),
      agents: z.number().int(),
      calls: z.number().int(),
    }),
  ),
  summary: z.string().describe('The same in a sentence'),
});
export type ShapeImpact = z.infer<typeof shapeImpactSchema>;

export const impactAgentSchema = z.object({
  tenant_id: z.string(),
  id: z.string(),
  name: z.string(),
  owner_team: z.string().nullable(),
  owners: z.array(z.string()),
  calls_24h: z.number().int(),
  calls_30d: z.number().int(),
  /** Part of the target's calls of 30 days, 0 to 1. */
  share_30d: z.number(),
  last_call_at: timeSchema.nullable(),
  in_flight: z.number().int(),
  /** May call it today by a grant or pin, whether it does or not. */
  declared: z.boolean(),
});
export type ImpactAgent = z.infer<typeof impactAgentSchema>;

export const impactSchema = z.object({
  target: z.object({
    kind: z.enum(INCIDENT_TARGET_KINDS),
    tenant_id: z.string(),
    id: z.string(),
    name: z.string(),
  }),
  agents: z.array(impactAgentSchema),
  calls_24h: z.number().int(),
  calls_30d: z.number().int(),
  last_call_at: timeSchema.nullable(),
  in_flight: z.number().int(),
  /** Live capabilities that stop, or lose one of their bindings. */
  capabilities: z.array(
    z.object({
      tenant_id: z.string(),
      id: z.string(),
      name: z.string(),
      risk: z.enum(RISKS),
      status: z.enum(STATUSES),
      /** Bindings that go on serving it. */
      failover: z.array(z.object({ binding_id: z.string(), provider_id: z.string() })),
      replacement: z
        .object({ capability_id: z.string(), major: z.number().int().nullable() })
        .nullable(),
    }),
  ),
  /** Only when a schema was proposed. */
  shapes: shapeImpactSchema.optional(),
  computed_at: timeSchema,
});
export type Impact = z.infer<typeof impactSchema>;
