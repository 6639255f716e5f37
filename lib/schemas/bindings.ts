import { z } from 'zod';
import { AVAILABILITIES, HEALTHS } from '@/lib/core/shared/domain';
import { pageOf, rowVersionSchema, slugSchema, surfaceSchema, timeSchema } from './shared';

const writable = {
  region: z.string().trim().max(63).nullable(),
  for_tenant: slugSchema.nullable(),
  cost_per_call: z.number().min(0).max(1_000_000),
  priority: z.number().int().min(0).max(10_000),
  freshness_seconds: z.number().int().min(0).nullable(),
  availability: z.enum(AVAILABILITIES),
  availability_reason: z.string().trim().max(500).nullable(),
};

export const createBindingBodySchema = z.object({
  provider: slugSchema,
  upstream_name: z.string().min(1, 'Write the name the provider knows it by.').max(500),
  region: writable.region.default(null),
  for_tenant: writable.for_tenant.default(null),
  cost_per_call: writable.cost_per_call.default(0),
  priority: writable.priority.default(100),
  freshness_seconds: writable.freshness_seconds.default(null),
  availability: writable.availability.default('available'),
  availability_reason: writable.availability_reason.default(null),
});

export const updateBindingBodySchema = z
  .object(writable)
  .partial()
  .extend({ row_version: rowVersionSchema });
export type BindingFields = Partial<z.infer<z.ZodObject<typeof writable>>>;
export const bindingPathSchema = z.object({ id: z.string().max(100) });

export const bindingSchema = z
  .object({
    id: z.string(),
    capability_id: z.string(),
    provider: z.string(),
    provider_name: z.string(),
    surface: surfaceSchema,
    upstream_name: z.string(),
    region: z.string().nullable(),
    for_tenant: z.string().nullable().optional().describe('Not told to agents.'),
    cost_per_call: z.number(),
    priority: z.number().int(),
    freshness_seconds: z.number().int().nullable(),
    health: z.enum(HEALTHS),
    availability: z.enum(AVAILABILITIES),
    availability_reason: z.string().nullable(),
    last_seen_at: timeSchema.nullable(),
    row_version: z.number().int(),
  })
  .describe('Capability to provider');
export type BindingAnswer = z.infer<typeof bindingSchema>;
export const bindingListSchema = pageOf(bindingSchema).describe('Bindings of one capability');
