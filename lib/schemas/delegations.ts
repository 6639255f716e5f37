import { z } from 'zod';
import { pageOf, pageQuerySchema, timeSchema } from './shared';

export const createDelegationSchema = z.object({
  to: z.string().min(1, 'Choose who decides in your place.').max(100),
  starts_at: timeSchema.optional().describe('Now, when it is left out'),
  ends_at: timeSchema,
  reason: z.string().trim().max(500, 'Use at most 500 characters.').default(''),
});
export const delegationPathSchema = z.object({ id: z.string().max(100) });
export const endDelegationSchema = z.object({ delegation_id: z.string().max(100) });
export const listDelegationsQuerySchema = pageQuerySchema.extend({
  user: z.string().max(100).optional().describe('Only those from or to this person'),
});

export const delegationSchema = z
  .object({
    id: z.string(),
    from: z.string(),
    from_name: z.string(),
    to: z.string(),
    to_name: z.string(),
    starts_at: timeSchema,
    ends_at: timeSchema,
    ended_at: timeSchema.nullable().describe('When it was ended before its time'),
    reason: z.string(),
    state: z.enum(['planned', 'active', 'over']),
  })
  .describe('Somebody decides change requests in the place of somebody who is away');
export type DelegationAnswer = z.infer<typeof delegationSchema>;
export const delegationPageSchema = pageOf(delegationSchema).describe('Delegations, newest first');
