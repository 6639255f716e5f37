import { z } from 'zod';
import { CALL_STATUSES } from '@/lib/core/shared/domain';
import {
  capabilityIdSchema,
  jsonObjectSchema,
  jsonSchema,
  pageOf,
  pageQuerySchema,
  reasonSchema,
  riskSchema,
  slugSchema,
} from './shared';

export const capabilityParamsSchema = z.object({ id: capabilityIdSchema });

const callerFields = {
  agent_id: slugSchema.optional().describe('Only a person names it; a key implies its agent.'),
  tenant_id: slugSchema.optional().describe('Optional; must agree with the key.'),
};

export const versionRequestSchema = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'Write a version as "2" or "2.3".');

export const decisionInputSchema = z.object({
  ...callerFields,
  version: versionRequestSchema.optional(),
});
export type DecisionInput = z.infer<typeof decisionInputSchema>;

export const decisionSchema = z
  .object({
    allowed: z.boolean(),
    approval_required: z.boolean(),
    required_scopes: z.array(z.string()),
    credential_ttl: z.string().describe('ISO 8601 duration.'),
    maximum_calls: z.number().int(),
    reasons: z.array(z.string()),
    version: z.string().nullable().describe('What a call would use; null when it is refused'),
  })
  .describe('What invoke would enforce for this caller now.');
export type DecisionAnswer = z.infer<typeof decisionSchema>;

/** What a refusal says besides, where the call was made for something that has ended. */
export const endedSchema = z.object({
  replacement: z.object({ capability_id: z.string(), major: z.number().int().nullable() }),
  mapped_arguments: jsonObjectSchema.optional(),
});

export const invokeInputSchema = z.object({
  ...callerFields,
  arguments: jsonObjectSchema.default({}),
  run_id: z.string().trim().min(1).max(128).optional(),
  version: versionRequestSchema.optional(),
  approval_id: z.string().max(64).optional(),
  subject_id: z
    .string()
    .trim()
    .min(1)
    .max(256)
    .optional()
    .describe('Recorded as claimed; it decides nothing.'),
});
export type InvokeInput = z.infer<typeof invokeInputSchema>;

export const idempotencyKeySchema = z
  .string()
  .min(1)
  .max(200, 'Use at most 200 characters.')
  .regex(/^[\x21-\x7e]+$/, 'Use visible ASCII characters.');

export const invokedSchema = z
  .object({
    invocation_id: z.string(),
    status: z.enum(CALL_STATUSES),
    output: jsonSchema,
    provider: z.string().nullable(),
    latency_ms: z.number().int(),
    warnings: z.array(z.string()),
  })
  .describe('The call was made; a tool’s own error is TOOL_ERROR here.');
export type Invoked = z.infer<typeof invokedSchema>;

export const approvalPendingSchema = z
  .object({ approval_id: z.string(), expires_at: z.string() })
  .describe('The call waits for a person; repeat it with approval_id once approved.');
export type ApprovalPending = z.infer<typeof approvalPendingSchema>;

export const APPROVAL_STATUSES = ['PENDING', 'APPROVED', 'DENIED', 'EXPIRED', 'USED'] as const;

export const approvalSchema = z.object({
  id: z.string(),
  status: z.enum(APPROVAL_STATUSES),
  agent_id: z.string(),
  agent_tenant_id: z.string(),
  subject: z.string(),
  run_id: z.string().nullable(),
  capability_id: z.string(),
  version: z.string(),
  risk: riskSchema,
  argument_shape: jsonSchema,
  arguments: jsonObjectSchema
    .nullable()
    .describe('Only for whoever may decide, and only while it waits.'),
  requested_at: z.string(),
  expires_at: z.string(),
  decided_by: z.string().nullable().describe('Not told to agents.'),
  decided_at: z.string().nullable(),
  comment: z.string(),
  used_invocation: z.string().nullable(),
  may_decide: z.boolean(),
  why_not: z.array(z.string()).describe('Why the caller may not decide, when so.'),
});
export type ApprovalView = z.infer<typeof approvalSchema>;

export const approvalListQuerySchema = pageQuerySchema.extend({
  status: z.enum(APPROVAL_STATUSES).optional(),
  capability: capabilityIdSchema.optional(),
  agent: slugSchema.optional(),
});
export const approvalPageSchema = pageOf(approvalSchema);
export const approvalParamsSchema = z.object({ id: z.string().max(64) });
export const approveInputSchema = z.object({ comment: z.string().trim().max(2000).default('') });
export const denyInputSchema = z.object({ comment: reasonSchema });
export const decideApprovalSchema = z.object({
  id: z.string().max(64),
  decision: z.enum(['approve', 'deny']),
  comment: z.string().trim().max(2000).default(''),
});
export type DecideApproval = z.infer<typeof decideApprovalSchema>;
