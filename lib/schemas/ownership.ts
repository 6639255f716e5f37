import { z } from 'zod';
import { pageOf, pageQuerySchema, slugSchema, timeSchema } from './shared';

export const OWNED_KINDS = ['capability', 'provider', 'agent', 'backend'] as const;
export type OwnedKind = (typeof OWNED_KINDS)[number];

export const OFFER_STATUSES = ['OPEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'EXPIRED'] as const;
export type OfferStatus = (typeof OFFER_STATUSES)[number];

const targetSchema = z.object({ kind: z.enum(OWNED_KINDS), id: z.string().max(200) });
const reasonSchema = z.string().trim().max(2000, 'Use at most 2,000 characters.').default('');

export const offerBodySchema = z.object({
  target: targetSchema,
  to: slugSchema.describe('The team that is to own it'),
  reason: reasonSchema,
});
export type OfferInput = z.output<typeof offerBodySchema>;

export const offerPathSchema = z.object({ id: z.string().max(100) });
export const decideOfferBodySchema = z.object({ comment: reasonSchema });
export const decideOfferSchema = decideOfferBodySchema.extend({
  offer_id: z.string().max(100),
  decision: z.enum(['accept', 'decline', 'withdraw']),
});
export type DecideOffer = z.output<typeof decideOfferSchema>;

export const listOffersQuerySchema = pageQuerySchema.extend({
  status: z.enum(OFFER_STATUSES).optional(),
  team: slugSchema.optional().describe('Offered to or by this team'),
  target_kind: z.enum(OWNED_KINDS).optional(),
  target_id: z.string().max(200).optional(),
});
export type ListOffers = z.output<typeof listOffersQuerySchema>;

export const offerSchema = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    target: targetSchema,
    from: z.object({ id: z.string(), name: z.string() }),
    to: z.object({ id: z.string(), name: z.string() }),
    reason: z.string(),
    status: z.enum(OFFER_STATUSES),
    change_request_id: z.string().nullable().describe('Decided too before a live one moves'),
    orphaned: z.boolean().describe('Nobody was in the old team to agree'),
    missing: z.array(z.enum(['from', 'to'])).describe('Teams whose yes is still missing'),
    offered_by: z.string(),
    offered_by_name: z.string(),
    offered_at: timeSchema,
    expires_at: timeSchema,
    closed_by: z.string().nullable(),
    closed_by_name: z.string().nullable(),
    closed_at: timeSchema.nullable(),
    comment: z.string(),
    may: z.object({ accept: z.boolean(), decline: z.boolean(), withdraw: z.boolean() }),
  })
  .describe('A change of owner that the receiving team agrees to, or not');
export type Offer = z.infer<typeof offerSchema>;
export const offerPageSchema = pageOf(offerSchema).describe('Offers, newest first');

// ------------------------------------------------------------------ due and orphaned

export const DUE_STATES = ['overdue', 'due', 'orphan'] as const;

/** What of the catalog needs an owner to act. */
export const ownershipQuerySchema = pageQuerySchema.extend({
  state: z.enum(DUE_STATES).optional().describe('Without it: all that needs somebody'),
  team: slugSchema.optional(),
  mine: z.stringbool().default(false).describe('Only what teams of the caller own'),
  within_days: z.coerce.number().int().min(1).max(3650).default(30),
});
export type OwnershipQuery = z.output<typeof ownershipQuerySchema>;

export const ownershipItemSchema = z.object({
  capability_id: z.string(),
  tenant_id: z.string(),
  name: z.string(),
  status: z.string(),
  risk: z.string(),
  owner: z.string(),
  owner_name: z.string(),
  orphan: z.boolean(),
  orphan_reason: z.enum(['archived', 'empty']).nullable(),
  attested_at: timeSchema.nullable(),
  recertify_by: timeSchema.nullable(),
  overdue: z.boolean(),
  offered_to: z.string().nullable().describe('Team it is offered to now'),
  may_attest: z.boolean(),
  may_offer: z.boolean(),
});
export type OwnershipItem = z.infer<typeof ownershipItemSchema>;
export const ownershipPageSchema = pageOf(ownershipItemSchema).describe(
  'Capabilities that nobody owns or that are to be recertified, the most urgent first',
);

export const attestManySchema = z.object({
  ids: z
    .array(z.string().max(200))
    .min(1, 'Name at least one capability.')
    .max(200, 'Name at most 200 capabilities.'),
});
export const attestManyAnswerSchema = z
  .object({
    results: z.array(
      z.object({
        id: z.string(),
        ok: z.boolean(),
        code: z.string().optional(),
        message: z.string().optional(),
      }),
    ),
    done: z.number().int(),
    failed: z.number().int(),
  })
  .describe('What was recertified, and why the rest was not');
export type AttestManyAnswer = z.infer<typeof attestManyAnswerSchema>;

export const orphaningSchema = z
  .object({
    capabilities: z.number().int(),
    providers: z.number().int(),
    agents: z.number().int(),
    backends: z.number().int(),
    examples: z.array(z.object({ kind: z.enum(OWNED_KINDS), id: z.string() })),
  })
  .describe('What a team owns, and nobody would once it is archived or empty');
export type Orphaning = z.infer<typeof orphaningSchema>;
