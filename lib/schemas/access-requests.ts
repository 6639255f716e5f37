import { z } from 'zod';
import { scopeSchema } from './capabilities';
import {
  capabilityIdSchema,
  pageOf,
  pageQuerySchema,
  reasonSchema,
  riskSchema,
  slugSchema,
  timeSchema,
} from './shared';

export const ACCESS_STATUSES = ['PENDING', 'APPROVED', 'DENIED', 'WITHDRAWN'] as const;
export type AccessStatus = (typeof ACCESS_STATUSES)[number];

const scopes = z.array(scopeSchema).max(100);
const rightsSchema = z.object({
  invoke: z.boolean().describe('false: it may discover, and not call'),
  scopes: z.array(z.string()),
  until: timeSchema.nullable(),
});
export type AccessRights = z.infer<typeof rightsSchema>;

export const accessRequestSchema = z
  .object({
    id: z.string(),
    tenant_id: z.string().describe('Tenant of the agent'),
    status: z.enum(ACCESS_STATUSES),
    agent: z.object({ id: z.string(), name: z.string(), owner: z.string().nullable() }),
    capability: z.object({
      id: z.string(),
      tenant_id: z.string(),
      name: z.string(),
      risk: riskSchema,
      owner: z.string().nullable(),
      scopes: z.array(z.string()).describe('What it declares: what may be asked for'),
    }),
    asked: rightsSchema,
    reason: z.string(),
    granted: rightsSchema.nullable().describe('What was given; null unless approved'),
    replaces: rightsSchema
      .nullable()
      .describe('The grant on this capability that the agent has now, and that a yes replaces'),
    requested_by: z.object({ id: z.string(), name: z.string() }),
    requested_at: timeSchema,
    decided_by: z.object({ id: z.string(), name: z.string() }).nullable(),
    decided_at: timeSchema.nullable(),
    comment: z.string(),
    may_decide: z.boolean().describe('The caller may say yes'),
    may_deny: z.boolean().describe('The caller may say no, also when a yes comes too late'),
    may_withdraw: z.boolean(),
    why_not: z.array(z.string()).describe('Why the caller may not decide, when so'),
  })
  .describe('An agent’s owners ask for a capability; its owners decide');
export type AccessRequestView = z.infer<typeof accessRequestSchema>;
export const accessRequestPageSchema = pageOf(accessRequestSchema);

export const ACCESS_VIEWS = ['mine', 'open', 'all'] as const;

export const accessRequestQuerySchema = pageQuerySchema.extend({
  status: z.enum(ACCESS_STATUSES).optional(),
  agent: slugSchema.optional(),
  capability: capabilityIdSchema.optional(),
  decidable: z.stringbool().optional().describe('true: only what waits for the caller'),
});
export type AccessRequestQuery = z.infer<typeof accessRequestQuerySchema>;

export const accessRequestParamsSchema = z.object({ id: z.string().max(64) });

export const createAccessRequestSchema = z.object({
  agent_id: slugSchema,
  capability_id: capabilityIdSchema,
  invoke: z.boolean().default(true).describe('false: only discover'),
  scopes: scopes.default([]),
  reason: reasonSchema,
  until: timeSchema.describe('When the grant ends'),
});
export type CreateAccessRequest = z.infer<typeof createAccessRequestSchema>;

const comment = z.string().trim().max(2000, 'Use at most 2,000 characters.');

/** What is left out is given as asked. */
export const approveAccessBodySchema = z.object({
  invoke: z.boolean().optional().describe('false: only discover'),
  scopes: scopes.optional().describe('Those asked for, or fewer'),
  until: timeSchema.optional().describe('The end asked for, or an earlier one'),
  comment: comment.default(''),
});
export const approveAccessSchema = approveAccessBodySchema.extend(accessRequestParamsSchema.shape);
export type ApproveAccess = z.infer<typeof approveAccessSchema>;

export const denyAccessBodySchema = z.object({ comment: reasonSchema });
export const denyAccessSchema = denyAccessBodySchema.extend(accessRequestParamsSchema.shape);
export type DenyAccess = z.infer<typeof denyAccessSchema>;
