import { z } from 'zod';
import { DOORS, INVOCATION_STATUSES } from '@/lib/core/shared/domain';
import { jsonSchema, pageOf, pageQuerySchema, riskSchema, timeSchema } from './shared';

/** `RUNNING`: began, no end on record yet. */
export const SHOWN_STATUSES = ['RUNNING', ...INVOCATION_STATUSES] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];
export const shownStatusSchema = z.enum(SHOWN_STATUSES);

/** One value or several; several mean any of them. */
function manyOf<T extends z.ZodType>(item: T) {
  return z
    .union([item, z.array(item).max(50)])
    .transform((value) => (Array.isArray(value) ? value : [value]) as z.output<T>[]);
}
const idSchema = z.string().min(1).max(200);

export const invocationFilterSchema = z.object({
  agent: manyOf(idSchema).optional(),
  capability: manyOf(idSchema).optional(),
  provider: manyOf(idSchema).optional(),
  run: z.string().max(300).optional(),
  subject: z.string().max(300).optional(),
  status: manyOf(shownStatusSchema).optional(),
  risk: manyOf(riskSchema).optional(),
  from: timeSchema.optional(),
  to: timeSchema.optional(),
  /** Text in ids and names, for the console's search. */
  q: z.string().max(200).optional(),
});
export type InvocationFilter = z.infer<typeof invocationFilterSchema>;

export const invocationQuerySchema = invocationFilterSchema.extend(pageQuerySchema.shape);

export const exportQuerySchema = invocationFilterSchema.extend({
  format: z.enum(['csv', 'jsonl']).default('csv'),
});
export type ExportFormat = z.infer<typeof exportQuerySchema>['format'];

export const invocationSchema = z.object({
  invocation_id: z.string(),
  status: shownStatusSchema,
  started_at: timeSchema,
  ended_at: timeSchema.nullable(),
  latency_ms: z.number().int().nullable(),
  tenant_id: z.string(),
  run_id: z.string().nullable(),
  agent_id: z.string(),
  agent_name: z.string(),
  user_id: z.string().nullable(),
  subject: z.string(),
  subject_claimed: z.string().nullable(),
  capability_tenant_id: z.string(),
  capability_id: z.string(),
  capability_name: z.string(),
  version: z.string(),
  risk: riskSchema,
  provider_id: z.string().nullable(),
  backend_id: z.string().nullable(),
  approval_id: z.string().nullable(),
  door: z.string(),
  request_id: z.string(),
  cost: z.number().nullable(),
  output_bytes: z.number().int().nullable(),
  error_class: z.string().nullable(),
  refused_reason: z.string().nullable(),
});
export type InvocationItem = z.infer<typeof invocationSchema>;
export const invocationPageSchema = pageOf(invocationSchema);

const linkSchema = z.object({ writer_id: z.string(), seq: z.number().int(), hash: z.string() });

export const invocationDetailSchema = invocationSchema.extend({
  argument_shape: jsonSchema,
  arguments_digest: z.string(),
  start_link: linkSchema,
  end_link: linkSchema.nullable(),
});
export type InvocationDetail = z.infer<typeof invocationDetailSchema>;

export const ledgerProblemSchema = z.object({
  writer_id: z.string(),
  seq: z.number().int(),
  problem: z.enum(['broken', 'replaced', 'cut_off']),
  detail: z.string(),
});
export const ledgerVerificationSchema = z.object({
  ok: z.boolean(),
  writers: z.number().int(),
  records: z.number().int(),
  checkpoints: z.number().int(),
  /** The first of them; one break makes every later link of its writer suspect. */
  problems: z.array(ledgerProblemSchema),
  verified_at: timeSchema,
});
export type LedgerVerification = z.infer<typeof ledgerVerificationSchema>;
export type LedgerProblem = z.infer<typeof ledgerProblemSchema>;

export const auditFilterSchema = z.object({
  actor: z.string().max(200).optional(),
  action: z.string().max(100).optional(),
  target_kind: z.string().max(60).optional(),
  kinds: z
    .union([
      z
        .string()
        .max(60)
        .transform((kind) => [kind]),
      z.array(z.string().max(60)).max(50),
    ])
    .optional()
    .describe('Any of these kinds of target'),
  target: z.string().max(200).optional(),
  door: z.enum(DOORS).optional(),
  q: z.string().max(200).optional().describe('Part of action, target, name or reason'),
  from: timeSchema.optional(),
  to: timeSchema.optional(),
});
export const auditQuerySchema = auditFilterSchema.extend(pageQuerySchema.shape);
export const auditExportQuerySchema = auditFilterSchema.extend({
  format: z.enum(['csv', 'jsonl']).default('csv'),
});
export const auditItemSchema = z.object({
  id: z.string(),
  at: timeSchema,
  tenant_id: z.string(),
  actor_kind: z.string(),
  actor_id: z.string(),
  actor_name: z.string(),
  action: z.string(),
  target_kind: z.string(),
  target_id: z.string(),
  door: z.string(),
  request_id: z.string(),
  reason: z.string().nullable(),
  before: jsonSchema,
  after: jsonSchema,
});
export type AuditItem = z.infer<typeof auditItemSchema>;
export const auditPageSchema = pageOf(auditItemSchema);
