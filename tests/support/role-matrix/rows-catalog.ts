import { INSIDE } from './cast';
import { type AnyRow, row } from './rows';

const OWNER = ['owner', 'admin'] as const;
const at = (id: string, rest = '') => `/capabilities/${id}${rest}`;

/** Register, read, edit and move along the lifecycle. */
export const catalogRows: readonly AnyRow[] = [
  row({
    does: 'list capabilities',
    of: 'tenant',
    may: [...INSIDE, 'agent'],
    rest: () => ({ method: 'GET', path: '/capabilities' }),
  }),
  row({
    does: 'read a capability',
    may: INSIDE,
    make: (stage) => stage.live(),
    rest: ({ id }) => ({ method: 'GET', path: at(id) }),
  }),
  row({
    does: 'read its schemas',
    may: INSIDE,
    make: (stage) => stage.live(),
    rest: ({ id }) => ({ method: 'GET', path: at(id, '/schema') }),
  }),
  row({
    does: 'list its versions',
    may: INSIDE,
    make: (stage) => stage.live(),
    rest: ({ id }) => ({ method: 'GET', path: at(id, '/versions') }),
  }),
  row({
    does: 'list its bindings',
    may: INSIDE,
    make: (stage) => stage.live(),
    rest: ({ id }) => ({ method: 'GET', path: at(id, '/bindings') }),
  }),
  row({
    does: 'register a capability',
    of: 'tenant',
    may: OWNER,
    make: async ({ fresh, cast }) => {
      const id = `matrix.${fresh('new')}`;
      return { id, name: id, type: 'REST_TOOL', owner: cast.team };
    },
    rest: (body) => ({ method: 'POST', path: '/capabilities', body }),
    action: (input) => ({ action: 'capabilities/actions.ts#create', input }),
  }),
  row({
    does: 'read a contract',
    may: INSIDE,
    make: (stage) => stage.live(),
    rest: ({ id }) => ({ method: 'GET', path: at(id, '/contract') }),
  }),
  row({
    does: 'export contracts',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/contracts?kind=Team' }),
  }),
  row({
    does: 'apply contracts',
    of: 'tenant',
    may: OWNER,
    // JSON is YAML too.
    make: async ({ fresh, cast }) => ({
      api_version: 'capstan/v1',
      kind: 'Capability',
      id: `matrix.${fresh('file')}`,
      type: 'REST_TOOL',
      owner: cast.team,
      description: 'Returns the level of one tank in percent. Changes nothing.',
    }),
    rest: (body) => ({ method: 'PUT', path: '/contracts', body }),
    action: (body) => ({
      action: 'capabilities/import/actions.ts#apply',
      input: { text: JSON.stringify(body) },
    }),
  }),
  row({
    does: 'edit a draft',
    may: OWNER,
    make: (stage) => stage.draft(),
    rest: ({ id, row_version }) => ({
      method: 'PATCH',
      path: at(id),
      body: { row_version, title: 'Tank level' },
    }),
    action: ({ id, row_version }) => ({
      action: 'capabilities/actions.ts#update',
      input: { capability_id: id, changes: { row_version, title: 'Tank level' } },
    }),
  }),
  row({
    does: 'propose a change of what is live',
    may: OWNER,
    make: (stage) => stage.live(),
    rest: ({ id, row_version }) => ({
      method: 'PATCH',
      path: at(id),
      body: { row_version, tags: ['tank'], reason: 'It is one.' },
    }),
    action: ({ id, row_version }) => ({
      action: 'capabilities/actions.ts#update',
      input: { capability_id: id, changes: { row_version, tags: ['tank'], reason: 'It is one.' } },
    }),
  }),
  row({
    does: 'submit a draft',
    may: OWNER,
    make: (stage) => stage.draft(),
    rest: ({ id }) => ({
      method: 'POST',
      path: at(id, '/transitions'),
      body: { to: 'REVIEW', reason: 'Ready.' },
    }),
    action: ({ id }) => ({
      action: 'capabilities/actions.ts#move',
      input: { capability_id: id, to: 'REVIEW', reason: 'Ready.' },
    }),
  }),
  row({
    does: 'dismiss a draft',
    may: OWNER,
    make: (stage) => stage.draft(),
    action: ({ id }) => ({
      action: 'capabilities/actions.ts#dismiss',
      input: { capability_id: id, dismissed: true },
    }),
  }),
  row({
    does: 'recertify',
    may: OWNER,
    make: (stage) => stage.live(),
    rest: ({ id }) => ({ method: 'POST', path: at(id, '/attest') }),
    action: ({ id }) => ({
      action: 'capabilities/actions.ts#attest',
      input: { capability_id: id },
    }),
  }),
  row({
    does: 'run the smoke call',
    may: OWNER,
    // It has no safe example: whoever may is told that.
    meets: ['VALIDATION', 'PRECONDITION_FAILED'],
    make: (stage) => stage.draft(),
    rest: ({ id }) => ({ method: 'POST', path: at(id, '/smoke') }),
    action: ({ id }) => ({ action: 'capabilities/actions.ts#smoke', input: { capability_id: id } }),
  }),
  row({
    does: 'bind it to a provider',
    may: OWNER,
    make: async (stage) => ({ of: await stage.draft(), provider: await stage.provider() }),
    rest: ({ of, provider }) => ({
      method: 'POST',
      path: at(of.id, '/bindings'),
      body: { provider: provider.id, upstream_name: 'level' },
    }),
  }),
  row({
    does: 'change a binding',
    may: OWNER,
    make: (stage) => stage.binding(),
    rest: ({ id, row_version }) => ({
      method: 'PATCH',
      path: `/bindings/${id}`,
      body: { row_version, priority: 7 },
    }),
  }),
  row({
    does: 'remove a binding',
    may: OWNER,
    make: (stage) => stage.binding(),
    rest: ({ id }) => ({ method: 'DELETE', path: `/bindings/${id}` }),
  }),
  row({
    does: 'compare two schemas',
    may: [...INSIDE, 'agent', 'foreigner'],
    anywhere: true,
    rest: () => ({
      method: 'POST',
      path: '/compat',
      body: { direction: 'input', old_schema: {}, new_schema: { type: 'object' } },
    }),
  }),
];
