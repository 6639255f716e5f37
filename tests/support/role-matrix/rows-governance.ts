import { INSIDE } from './cast';
import { type AnyRow, row } from './rows';

const OWNER = ['owner', 'admin'] as const;
/** The owner wrote what is decided here. */
const DECIDERS = ['admin', 'reviewer'] as const;
const at = (id: string, rest = '') => `/capabilities/${id}${rest}`;

/** Change requests, versions, deprecation, quarantine, single calls. */
export const governanceRows: readonly AnyRow[] = [
  row({
    does: 'list change requests',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/change-requests' }),
  }),
  row({
    does: 'read a change request',
    may: INSIDE,
    make: (stage) => stage.submitted(),
    rest: ({ change_request: { id } }) => ({ method: 'GET', path: `/change-requests/${id}` }),
  }),
  row({
    does: 'edit a change request',
    may: OWNER,
    make: (stage) => stage.submitted(),
    rest: ({ change_request: { id, row_version } }) => ({
      method: 'PATCH',
      path: `/change-requests/${id}`,
      body: { row_version, title: 'Take in the tank level' },
    }),
  }),
  ...(['approve', 'reject', 'withdraw'] as const).map((decision) =>
    row({
      does: `${decision} a change request`,
      may: decision === 'withdraw' ? OWNER : DECIDERS,
      make: (stage) => stage.submitted(),
      rest: ({ change_request: { id } }) => ({
        method: 'POST',
        path: `/change-requests/${id}/${decision}`,
        body: { comment: 'Seen.' },
      }),
      action: ({ change_request: { id } }) => ({
        action: 'change-requests/actions.ts#decide',
        input: { change_request_id: id, decision, comment: 'Seen.' },
      }),
    }),
  ),
  row({
    does: 'settle a conflict of a change request',
    may: OWNER,
    make: (stage) => stage.submitted(),
    action: ({ change_request: { id, row_version } }) => ({
      action: 'change-requests/actions.ts#edit',
      input: { change_request_id: id, row_version, title: 'Take in the tank level' },
    }),
  }),
  row({
    does: 'read the comments on a change request',
    may: INSIDE,
    make: (stage) => stage.submitted(),
    rest: ({ change_request: { id } }) => ({
      method: 'GET',
      path: `/change-requests/${id}/comments`,
    }),
  }),
  row({
    does: 'comment on a change request',
    may: ['admin', 'reviewer', 'owner'],
    make: (stage) => stage.submitted(),
    rest: ({ change_request: { id } }) => ({
      method: 'POST',
      path: `/change-requests/${id}/comments`,
      body: { text: 'Which tank?' },
    }),
    action: ({ change_request: { id } }) => ({
      action: 'change-requests/actions.ts#comment',
      input: { change_request_id: id, text: 'Which tank?' },
    }),
  }),
  row({
    does: 'approve many change requests',
    // A foreigner asks for what is not there, and is told so for each.
    may: [...DECIDERS, 'foreigner'],
    anywhere: true,
    make: (stage) => stage.submitted(),
    rest: ({ change_request: { id, row_version } }) => ({
      method: 'POST',
      path: '/change-requests/bulk-approve',
      body: { items: [{ id, row_version }] },
    }),
    action: ({ change_request: { id, row_version } }) => ({
      action: 'change-requests/actions.ts#approveMany',
      input: { items: [{ id, row_version }] },
    }),
  }),
  row({
    does: 'list delegations',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/delegations' }),
  }),
  row({
    does: 'name who decides in their place',
    of: 'tenant',
    may: DECIDERS,
    // In some days: until then nobody of the cast may more than their role says.
    make: async ({ cast, soon }) => ({ to: cast.accounts.member.id, ...soon() }),
    rest: (body) => ({ method: 'POST', path: '/delegations', body }),
    action: (input) => ({ action: 'settings/actions.ts#submitDelegation', input }),
  }),
  row({
    does: 'end a delegation',
    may: ['admin', 'reviewer', 'neighbour'],
    make: (stage) => stage.delegation(),
    rest: ({ id }) => ({ method: 'DELETE', path: `/delegations/${id}` }),
    action: ({ id }) => ({
      action: 'settings/actions.ts#submitEndDelegation',
      input: { delegation_id: id },
    }),
  }),
  row({
    does: 'publish a version',
    may: OWNER,
    make: (stage) => stage.live(),
    rest: ({ id }) => ({
      method: 'POST',
      path: at(id, '/versions'),
      body: { title: 'Tank level', reason: 'A name.' },
    }),
  }),
  row({
    does: 'check a version',
    may: OWNER,
    make: (stage) => stage.live(),
    rest: ({ id }) => ({
      method: 'POST',
      path: at(id, '/versions/check'),
      body: { title: 'Tank level' },
    }),
    action: ({ id }) => ({
      action: 'capabilities/actions.ts#checkChange',
      input: { capability_id: id, body: { title: 'Tank level' } },
    }),
  }),
  row({
    does: 'compare two versions',
    may: INSIDE,
    make: (stage) => stage.live(),
    rest: ({ id }) => ({ method: 'GET', path: at(id, '/versions/compare?from=1.0&to=1.0') }),
  }),
  row({
    does: 'list its majors',
    may: INSIDE,
    make: (stage) => stage.live(),
    rest: ({ id }) => ({ method: 'GET', path: at(id, '/majors') }),
  }),
  row({
    does: 'retire a major',
    may: OWNER,
    // It is the current one: whoever may is told that.
    meets: ['PRECONDITION_FAILED'],
    make: (stage) => stage.live(),
    rest: ({ id }) => ({ method: 'POST', path: at(id, '/majors/1/retire'), body: {} }),
    action: ({ id }) => ({
      action: 'capabilities/actions.ts#retire',
      input: { capability_id: id, major: 1 },
    }),
  }),
  row({
    does: 'try an end',
    may: OWNER,
    make: (stage) => stage.live(),
    rest: ({ id }) => ({ method: 'POST', path: at(id, '/deprecation/check'), body: {} }),
    action: ({ id }) => ({
      action: 'capabilities/actions.ts#tryDeprecation',
      input: { capability_id: id },
    }),
  }),
  row({
    does: 'roll back',
    may: OWNER,
    // It is the current version: whoever may is told that.
    meets: ['CONFLICT'],
    make: (stage) => stage.live(),
    rest: ({ id }) => ({ method: 'POST', path: at(id, '/versions/1.0/rollback'), body: {} }),
    action: ({ id }) => ({
      action: 'capabilities/actions.ts#rollback',
      input: { capability_id: id, version: '1.0' },
    }),
  }),
  row({
    does: 'deprecate',
    may: OWNER,
    make: (stage) => stage.live(),
    rest: ({ id }, { days }) => ({
      method: 'POST',
      path: at(id, '/deprecation'),
      body: { disable_at: days(60) },
    }),
    action: ({ id }, { days }) => ({
      action: 'capabilities/actions.ts#deprecate',
      input: { capability_id: id, disable_at: days(60) },
    }),
  }),
  row({
    does: 'withdraw a deprecation',
    may: OWNER,
    make: (stage) => stage.deprecated(),
    rest: ({ id }) => ({ method: 'DELETE', path: at(id, '/deprecation') }),
    action: ({ id }) => ({
      action: 'capabilities/actions.ts#undeprecate',
      input: { capability_id: id },
    }),
  }),
  ...(['release', 'uphold'] as const).map((verdict) =>
    row({
      does: `${verdict} a quarantine`,
      may: DECIDERS,
      // It is in none: whoever may is told that.
      meets: ['CONFLICT', 'PRECONDITION_FAILED'],
      make: (stage) => stage.live(),
      rest: ({ id }) => ({
        method: 'POST',
        path: at(id, `/quarantine/${verdict}`),
        body: { reason: 'Looked at it.' },
      }),
      action: ({ id }) => ({
        action: 'capabilities/actions.ts#decideOnQuarantine',
        input: { capability_id: id, verdict, reason: 'Looked at it.' },
      }),
    }),
  ),
  row({
    does: 'list approvals',
    of: 'tenant',
    may: [...INSIDE, 'agent'],
    rest: () => ({ method: 'GET', path: '/approvals' }),
  }),
  row({
    does: 'read an approval',
    may: ['admin', 'reviewer', 'auditor', 'owner', 'neighbour', 'agent'],
    hidden: true,
    make: (stage) => stage.approval(),
    rest: ({ id }) => ({ method: 'GET', path: `/approvals/${id}` }),
  }),
  ...(['approve', 'deny'] as const).map((decision) =>
    row({
      does: `${decision} a call`,
      may: ['reviewer', 'owner'],
      make: (stage) => stage.approval(),
      rest: ({ id }) => ({
        method: 'POST',
        path: `/approvals/${id}/${decision}`,
        body: { comment: 'Looked at it.' },
      }),
      action: ({ id }) => ({
        action: 'approvals/actions.ts#decide',
        input: { id, decision, comment: 'Looked at it.' },
      }),
    }),
  ),
];
