import { INSIDE } from './cast';
import { type AnyRow, row } from './rows';
import type { Stage } from './stage';

/** None can be made where no address may be called; who may manage them is told that it is gone. */
const webhook = async () => ({ id: 'whk_none', delivery: 'dlv_none' });
const MANAGES = { may: ['admin'], make: webhook, meets: ['NOT_FOUND'] } as const;
const HOOKS = 'settings/webhooks/actions.ts';
const ACCESS = 'access-requests/actions.ts';

async function wanted({ cast, live, days }: Stage) {
  const { id } = await live();
  return { agent_id: cast.agent, capability_id: id, reason: 'Wanted.', until: days(30) };
}
async function asked(stage: Stage): Promise<{ id: string }> {
  const { as } = stage.cast;
  const made = await as.neighbour<{ id: string }>('POST', '/access-requests', await wanted(stage));
  return made.body;
}

/** Notifications, access requests, webhooks. */
export const messageRows: readonly AnyRow[] = [
  row({
    does: 'read the own notifications',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/notifications' }),
  }),
  row({
    does: 'mark the own notifications as read',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'POST', path: '/notifications/read', body: { all: true } }),
    action: () => ({ action: 'notifications/actions.ts#readNotifications', input: { all: true } }),
  }),
  row({
    does: 'list access requests',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/access-requests' }),
  }),
  row({
    does: 'ask for access',
    may: ['neighbour'],
    make: wanted,
    rest: (body) => ({ method: 'POST', path: '/access-requests', body }),
    action: (input) => ({ action: `${ACCESS}#requestAccess`, input }),
  }),
  row({
    does: 'read an access request',
    may: ['admin', 'reviewer', 'auditor', 'owner', 'neighbour'],
    hidden: true,
    make: asked,
    rest: ({ id }) => ({ method: 'GET', path: `/access-requests/${id}` }),
  }),
  ...(['approve', 'deny'] as const).map((decision) =>
    row({
      does: `${decision} an access request`,
      may: ['owner'],
      make: asked,
      rest: ({ id }) => ({
        method: 'POST',
        path: `/access-requests/${id}/${decision}`,
        body: { comment: 'Seen.' },
      }),
      action: ({ id }) => ({
        action: `${ACCESS}#${decision}Access`,
        input: { id, comment: 'Seen.' },
      }),
    }),
  ),
  row({
    does: 'withdraw an access request',
    may: ['neighbour'],
    make: asked,
    rest: ({ id }) => ({ method: 'POST', path: `/access-requests/${id}/withdraw` }),
    action: ({ id }) => ({ action: `${ACCESS}#withdrawAccess`, input: { id } }),
  }),
  row({
    does: 'list webhooks',
    of: 'tenant',
    may: ['admin'],
    rest: () => ({ method: 'GET', path: '/webhooks' }),
  }),
  row({
    does: 'make a webhook',
    of: 'tenant',
    may: ['admin'],
    // The address leads nowhere: whoever may is told that.
    meets: ['VALIDATION'],
    rest: () => ({ method: 'POST', path: '/webhooks', body: { url: 'https://hooks.invalid/' } }),
    action: () => ({
      action: `${HOOKS}#submitNewWebhook`,
      input: { url: 'https://hooks.invalid/' },
    }),
  }),
  row({
    does: 'read a webhook',
    ...MANAGES,
    rest: ({ id }) => ({ method: 'GET', path: `/webhooks/${id}` }),
  }),
  row({
    does: 'change a webhook',
    ...MANAGES,
    rest: ({ id }) => ({
      method: 'PATCH',
      path: `/webhooks/${id}`,
      body: { row_version: 1, active: false },
    }),
    action: ({ id }) => ({
      action: `${HOOKS}#submitWebhook`,
      input: { id, row_version: 1, active: false },
    }),
  }),
  row({
    does: 'remove a webhook',
    ...MANAGES,
    rest: ({ id }) => ({ method: 'DELETE', path: `/webhooks/${id}` }),
    action: ({ id }) => ({ action: `${HOOKS}#removeWebhook`, input: { id } }),
  }),
  row({
    does: 'read the log of a webhook',
    ...MANAGES,
    rest: ({ id }) => ({ method: 'GET', path: `/webhooks/${id}/deliveries` }),
  }),
  row({
    does: 'test a webhook',
    ...MANAGES,
    rest: ({ id }) => ({ method: 'POST', path: `/webhooks/${id}/test` }),
    action: ({ id }) => ({ action: `${HOOKS}#sendTest`, input: { id } }),
  }),
  row({
    does: 'send an event again',
    ...MANAGES,
    rest: ({ id, delivery }) => ({
      method: 'POST',
      path: `/webhooks/${id}/deliveries/${delivery}/redeliver`,
    }),
    action: ({ id, delivery }) => ({
      action: `${HOOKS}#sendAgain`,
      input: { id, delivery_id: delivery },
    }),
  }),
];
