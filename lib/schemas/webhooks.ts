import { z } from 'zod';
import { EVENT_KINDS } from '@/lib/core/shared/events';
import { pageOf, pageQuerySchema, rowVersionSchema, timeSchema } from './shared';

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED'] as const;

/** Why a try failed; all that is kept of it beside the HTTP status. */
export const DELIVERY_ERRORS = [
  'REFUSED_ADDRESS',
  'UNRESOLVED',
  'UNREACHABLE',
  'TIMEOUT',
  'REDIRECT',
  'HTTP_STATUS',
  'UNREADABLE_SECRET',
  'SWITCHED_OFF',
] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** What a webhook may subscribe to. */
export const EVENT_CHOICES = EVENT_KINDS;

const eventsSchema = z
  .array(z.enum(EVENT_KINDS))
  .max(EVENT_KINDS.length)
  .describe('Kinds of events it gets; empty means all, also those that come later');

const urlSchema = z
  .string()
  .trim()
  .max(2000, 'Use at most 2,000 characters.')
  .refine(isHttpUrl, 'Write a whole address, such as https://example.com/hooks/capstan.');

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

const shape = {
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  active: z.boolean(),
  created_by: z.string(),
  created_at: timeSchema,
  row_version: z.number().int(),
  failing_since: timeSchema.nullable().describe('The first failure since the last success'),
  given_up_at: timeSchema.nullable().describe('When it was switched off for failing for days'),
};
export const webhookSchema = z.object(shape).describe('Where a tenant is told of its events');
export type WebhookView = z.infer<typeof webhookSchema>;
export const webhookPageSchema = pageOf(webhookSchema);

export const webhookCreatedSchema = z
  .object({ ...shape, secret: z.string().describe('Signs what is sent; in this answer only') })
  .describe('The webhook, with its secret');
export type WebhookCreated = z.infer<typeof webhookCreatedSchema>;

export const webhookParamsSchema = z.object({ id: z.string().max(64) });
export const deliveryParamsSchema = webhookParamsSchema.extend({ delivery_id: z.string().max(64) });

export const createWebhookSchema = z.object({ url: urlSchema, events: eventsSchema.default([]) });
export type CreateWebhook = z.infer<typeof createWebhookSchema>;

export const updateWebhookBodySchema = z.object({
  row_version: rowVersionSchema,
  active: z.boolean().optional().describe('false: nothing is sent, and what waits fails'),
  events: eventsSchema.optional(),
});
export const updateWebhookSchema = updateWebhookBodySchema.extend(webhookParamsSchema.shape);
export type UpdateWebhook = z.infer<typeof updateWebhookSchema>;

export const deliverySchema = z
  .object({
    id: z.string(),
    event_id: z.string().describe('The webhook-id header; the same at every try'),
    kind: z.string(),
    status: z.enum(DELIVERY_STATUSES),
    tries: z.number().int(),
    created_at: timeSchema,
    last_try_at: timeSchema.nullable(),
    next_try_at: timeSchema.nullable(),
    last_error: z.enum(DELIVERY_ERRORS).nullable(),
    http_status: z.number().int().nullable(),
    latency_ms: z.number().int().nullable(),
  })
  .describe('One event on its way to one webhook');
export type DeliveryView = z.infer<typeof deliverySchema>;
export const deliveryPageSchema = pageOf(deliverySchema);
export const deliveryQuerySchema = pageQuerySchema.extend({
  status: z.enum(DELIVERY_STATUSES).optional(),
});
