import { z } from 'zod';
import { INCIDENT_TARGET_KINDS } from '@/lib/core/shared/domain';
import { pageOf, pageQuerySchema, reasonSchema, timeSchema } from './shared';
import { impactSchema } from './usage';

export const incidentTargetSchema = z.object({
  kind: z.enum(INCIDENT_TARGET_KINDS),
  id: z.string().min(1).max(200),
});
export type IncidentTarget = z.infer<typeof incidentTargetSchema>;

export const openIncidentSchema = z.object({ target: incidentTargetSchema, reason: reasonSchema });

export const restoreIncidentSchema = z.object({ id: z.string(), reason: reasonSchema });

export const replicaEffectSchema = z.object({
  id: z.string(),
  effective_ms: z.number().int().nullable(),
  /** `lease_expired`: it did not answer, but serves nothing without reading the incidents first. */
  how: z.enum(['acknowledged', 'lease_expired']),
});
export type ReplicaEffect = z.infer<typeof replicaEffectSchema>;

export const incidentSchema = z.object({
  id: z.string(),
  tenant_id: z.string(),
  target: incidentTargetSchema,
  reason: z.string(),
  opened_by: z.string(),
  opened_by_name: z.string(),
  opened_at: timeSchema,
  cancelled_calls: z.number().int(),
  restored_by: z.string().nullable(),
  restored_by_name: z.string().nullable(),
  restored_at: timeSchema.nullable(),
  restore_reason: z.string().nullable(),
});
export type IncidentItem = z.infer<typeof incidentSchema>;

export const incidentDetailSchema = incidentSchema.extend({
  impact: impactSchema.nullable(),
  replicas: z.array(replicaEffectSchema),
  /** Other open incidents on the same target: it stays stopped while one of them is open. */
  also_open: z.array(z.string()),
  /** Why the caller may not restore it; empty when they may. */
  restore_blocked: z.array(z.string()),
});
export type IncidentDetail = z.infer<typeof incidentDetailSchema>;

export const openedIncidentSchema = incidentSchema.extend({
  impact: impactSchema,
  replicas: z.array(replicaEffectSchema),
});
export type OpenedIncident = z.infer<typeof openedIncidentSchema>;

export const incidentQuerySchema = pageQuerySchema.extend({
  state: z.enum(['open', 'restored', 'all']).default('all'),
  target_kind: z.enum(INCIDENT_TARGET_KINDS).optional(),
  target_id: z.string().max(200).optional(),
});
export const incidentPageSchema = pageOf(incidentSchema);
