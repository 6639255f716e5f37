/** What people are told of in the console, and systems by webhook. The word is what both carry. */
export const EVENT_KINDS = [
  'change_request.submitted',
  'change_request.commented',
  'change_request.decided',
  'change_request.waiting',
  'approval.wanted',
  'capability.drifted',
  'capability.deprecated',
  'capability.disabled',
  'capability.due',
  'ownership.offered',
  'ownership.decided',
  'access.requested',
  'access.decided',
  'incident.opened',
  'incident.closed',
  'webhook.given_up',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];
