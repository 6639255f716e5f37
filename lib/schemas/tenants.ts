import { z } from 'zod';
import { pageOf, slugSchema, timeSchema } from './shared';

export const tenantSchema = z.object({
  id: z.string(),
  name: z.string(),
  created_at: timeSchema,
});
export type Tenant = z.infer<typeof tenantSchema>;
export const tenantListSchema = pageOf(tenantSchema);

export const createTenantSchema = z.object({
  id: slugSchema,
  name: z
    .string()
    .trim()
    .min(1, 'Write the name people know this tenant by.')
    .max(120, 'Use at most 120 characters.'),
});
export type CreateTenant = z.infer<typeof createTenantSchema>;
