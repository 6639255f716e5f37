'use server';

import { action } from '@/lib/actions/action';
import {
  createWebhookSchema,
  deliveryParamsSchema,
  updateWebhookSchema,
  webhookParamsSchema,
} from '@/lib/schemas/webhooks';
import { createWebhook } from '@/lib/services/webhooks/create-webhook';
import { deleteWebhook } from '@/lib/services/webhooks/delete-webhook';
import { redeliverEvent, testWebhook } from '@/lib/services/webhooks/test-webhook';
import { updateWebhook } from '@/lib/services/webhooks/update-webhook';

export const submitNewWebhook = action(createWebhookSchema, createWebhook);
export const submitWebhook = action(updateWebhookSchema, updateWebhook);
export const removeWebhook = action(webhookParamsSchema, deleteWebhook);
export const sendTest = action(webhookParamsSchema, testWebhook);
export const sendAgain = action(deliveryParamsSchema, redeliverEvent);
