import { z } from 'zod';
import { capabilityChangesSchema } from './capabilities';
import { capabilitySchema } from './capability-answers';
import {
  jsonObjectSchema,
  jsonSchema,
  pageOf,
  pageQuerySchema,
  riskSchema,
  rowVersionSchema,
  timeSchema,
} from './shared';

export const CHANGE_KINDS = [
  'promote',
  'edit',
  'publish',
  'rollback',
  'binding',
  'deprecate',
  'withdraw_deprecation',
] as const;
export const CHANGE_STATUSES = ['OPEN', 'SCHEDULED', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const;
/** Not closed: it is decided, or carried out, still. */
export const WAITING_STATUSES = ['OPEN', 'SCHEDULED'] as const satisfies readonly ChangeStatus[];
export type ChangeKind = (typeof CHANGE_KINDS)[number];
export type ChangeStatus = (typeof CHANGE_STATUSES)[number];

// ------------------------------------------------------------------ change requests

const flagSchema = z
  .enum(['true', 'false'])
  .optional()
  .transform((value) => value === 'true');

export const listChangeRequestsQuerySchema = pageQuerySchema.extend({
  status: z.enum(CHANGE_STATUSES).optional(),
  kind: z.enum(CHANGE_KINDS).optional(),
  capability_id: z.string().max(200).optional(),
  risk: riskSchema.optional().describe('Of the capability now, or as proposed'),
  owner: z.string().max(63).optional().describe('Team that owns the capability'),
  mine: flagSchema.describe('Only what you wrote a part of'),
  waiting_for_me: flagSchema.describe('Only what you may decide now'),
});

export const changeRequestSchema = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    kind: z.string(),
    capability_id: z.string(),
    capability_name: z.string(),
    status: z.enum(CHANGE_STATUSES),
    title: z.string(),
    reason: z.string(),
    payload: jsonObjectSchema,
    base_row_version: z.number().int(),
    authors: z.array(z.string()),
    submitted_by: z.string(),
    submitted_at: timeSchema,
    closed_at: timeSchema.nullable(),
    owner: z.string().describe('Team that owns the capability'),
    risk: riskSchema.describe('The higher of what it is and what it becomes'),
    approvals: z
      .object({ given: z.number().int(), needed: z.number().int() })
      .describe('Of different people who wrote no part of it'),
    apply_at: timeSchema.nullable().describe('When it is carried out once approved; null: at once'),
    row_version: z.number().int(),
  })
  .describe('One change request');
export type ChangeRequestAnswer = z.infer<typeof changeRequestSchema>;
export const changeRequestPageSchema = pageOf(changeRequestSchema).describe('Change requests');

const applyAtSchema = timeSchema
  .nullable()
  .optional()
  .describe('Carry it out then, at most 90 days ahead, instead of at once');

export const changeRequestPathSchema = z.object({ id: z.string().max(100) });
export const updateChangeRequestBodySchema = z.object({
  row_version: rowVersionSchema,
  title: z.string().trim().min(1).max(200).optional(),
  reason: z.string().trim().max(2000).optional(),
  changes: capabilityChangesSchema.optional(),
  take: z
    .record(z.string().max(100), z.enum(['mine', 'theirs']))
    .optional()
    .describe('For fields in conflict: keep what is proposed, or what is there now'),
  apply_at: applyAtSchema,
});

export const editChangeRequestSchema = updateChangeRequestBodySchema.extend({
  change_request_id: z.string().max(100),
});

export const decideBodySchema = z.object({
  comment: z.string().trim().max(2000).default(''),
  /** Row version that was looked at: what was edited since is not decided unseen. */
  row_version: rowVersionSchema.optional(),
  /** A ruling, on record: what the comparison could not decide is compatible. */
  rule_compatible: z.boolean().optional().describe('Takes a comment that says why'),
});
export const approveBodySchema = decideBodySchema.extend({ apply_at: applyAtSchema });
export const decideChangeRequestSchema = approveBodySchema.extend({
  change_request_id: z.string().max(100),
  decision: z.enum(['approve', 'reject', 'withdraw']),
});

/** Answer of everything that may need a decision: 200 when done, 202 when it waits. */
export const changeOutcomeSchema = z
  .object({
    capability: capabilitySchema,
    change_request: changeRequestSchema.nullable(),
    ownership_offer: z
      .object({ id: z.string(), to: z.string() })
      .optional()
      .describe('The offer that a change of owner made of something not live'),
  })
  .describe('The capability, and the change request when a decision is needed');
export type ChangeOutcome = z.infer<typeof changeOutcomeSchema>;

// ------------------------------------------------------------------ conflicts, comments, many at once

export const fieldConflictSchema = z
  .object({ field: z.string(), base: jsonSchema, now: jsonSchema, proposed: jsonSchema })
  .describe('A field that changed since the proposal, and not to what it proposes');

export const changeReviewSchema = z
  .object({
    conflicts: z.array(fieldConflictSchema),
    decisions: z.array(
      z.object({
        decision: z.enum(['approve', 'reject']),
        comment: z.string(),
        decided_by: z.string(),
        on_behalf_of: z.string().nullable().describe('Whom they stood in for'),
        decided_at: timeSchema,
        ruling: z.string().nullable(),
        revoked_at: timeSchema.nullable(),
        revoked_reason: z.string(),
      }),
    ),
    gates: z.array(
      z.object({
        field: z.string(),
        message: z.string(),
        fix: z.string(),
        severity: z.enum(['error', 'warning']),
      }),
    ),
  })
  .describe('What a reviewer needs beside the request');
export type ChangeReview = z.infer<typeof changeReviewSchema>;
export const changeRequestDetailSchema = changeRequestSchema
  .extend(changeReviewSchema.shape)
  .describe('One change request, with its conflicts, decisions and gates');
export type ChangeRequestDetail = z.infer<typeof changeRequestDetailSchema>;

export const commentBodySchema = z.object({
  text: z.string().trim().min(1, 'Write something.').max(4000, 'Use at most 4,000 characters.'),
});
export const commentChangeRequestSchema = commentBodySchema.extend({
  change_request_id: z.string().max(100),
});
export const changeCommentSchema = z
  .object({ id: z.string(), text: z.string(), written_by: z.string(), written_at: timeSchema })
  .describe('One comment');
export type ChangeComment = z.infer<typeof changeCommentSchema>;
export const changeCommentPageSchema = pageOf(changeCommentSchema).describe('Oldest first');

export const BULK_MAX = 50;
export const bulkApproveSchema = z.object({
  items: z
    .array(z.object({ id: z.string().max(100), row_version: rowVersionSchema }))
    .min(1)
    .max(BULK_MAX, `Approve at most ${BULK_MAX} at once.`),
  comment: z.string().trim().max(2000).default(''),
});
export const bulkApproveAnswerSchema = z
  .object({
    results: z.array(
      z.object({
        id: z.string(),
        status: z.enum(CHANGE_STATUSES).nullable().describe('Where it stands; null: refused'),
        error: z.object({ code: z.string(), message: z.string() }).nullable(),
      }),
    ),
  })
  .describe('Each decided for itself');
export type BulkApproveAnswer = z.infer<typeof bulkApproveAnswerSchema>;
