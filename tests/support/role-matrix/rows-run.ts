import { INSIDE } from './cast';
import { type AnyRow, row } from './rows';

const OWNER = ['owner', 'admin'] as const;

/** Providers, discovery, calls, incidents, and the records of all that. */
export const runRows: readonly AnyRow[] = [
  row({
    does: 'list providers',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/providers' }),
  }),
  row({
    does: 'read a provider',
    may: INSIDE,
    make: (stage) => stage.provider(),
    rest: ({ id }) => ({ method: 'GET', path: `/providers/${id}` }),
  }),
  row({
    does: 'list its syncs',
    may: INSIDE,
    make: (stage) => stage.provider(),
    rest: ({ id }) => ({ method: 'GET', path: `/providers/${id}/syncs` }),
  }),
  row({
    does: 'register a provider',
    of: 'tenant',
    may: OWNER,
    make: async ({ fresh, cast }) => ({
      id: fresh('prv'),
      name: 'Tank farm',
      owner: cast.team,
      endpoint: 'https://tools.example.com/mcp',
    }),
    rest: (body) => ({ method: 'POST', path: '/providers', body }),
    action: (input) => ({ action: 'providers/actions.ts#submitProvider', input }),
  }),
  row({
    does: 'change a provider',
    may: OWNER,
    make: (stage) => stage.provider(),
    rest: ({ id, row_version }) => ({
      method: 'PATCH',
      path: `/providers/${id}`,
      body: { row_version, name: 'Tanks' },
    }),
    action: ({ id, row_version }) => ({
      action: 'providers/actions.ts#submitSettings',
      input: { id, row_version, name: 'Tanks' },
    }),
  }),
  row({
    does: 'archive a provider',
    may: OWNER,
    make: (stage) => stage.provider(),
    rest: ({ id, row_version }) => ({
      method: 'DELETE',
      path: `/providers/${id}?row_version=${row_version}`,
    }),
    action: ({ id, row_version }) => ({
      action: 'providers/actions.ts#submitArchive',
      input: { id, row_version },
    }),
  }),
  row({
    does: 'sync a provider',
    may: OWNER,
    // Nobody answers at its address: whoever may is told that.
    meets: ['UPSTREAM_FAILED'],
    make: (stage) => stage.provider(),
    rest: ({ id }) => ({ method: 'POST', path: `/providers/${id}/sync` }),
    action: ({ id }) => ({ action: 'providers/actions.ts#submitSync', input: { id } }),
  }),
  row({
    does: 'read a sync',
    may: INSIDE,
    make: (stage) => stage.sync(),
    rest: ({ id }) => ({ method: 'GET', path: `/syncs/${id}` }),
  }),
  row({
    does: 'list backends',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/backends' }),
  }),
  row({
    does: 'register a backend',
    of: 'tenant',
    may: OWNER,
    make: async ({ fresh, cast }) => ({ id: fresh('bck'), name: 'Tanks', owner: cast.team }),
    rest: (body) => ({ method: 'POST', path: '/backends', body }),
    action: (input) => ({ action: 'backends/actions.ts#submitBackend', input }),
  }),
  row({
    does: 'change a backend',
    may: OWNER,
    make: (stage) => stage.backend(),
    rest: ({ id, row_version }) => ({
      method: 'PATCH',
      path: '/backends',
      body: { id, row_version, name: 'Tanks' },
    }),
    action: ({ id, row_version }) => ({
      action: 'backends/actions.ts#submitBackendSettings',
      input: { id, row_version, name: 'Tanks' },
    }),
  }),
  row({
    does: 'discover as the agent',
    of: 'tenant',
    may: ['agent', 'neighbour', 'admin', 'reviewer'],
    make: async ({ cast }) => ({ agent_id: cast.agent, query: 'level of a tank' }),
    rest: (body) => ({ method: 'POST', path: '/capabilities/discover', body }),
    action: (input) => ({ action: 'playground/actions.ts#inspect', input }),
  }),
  row({
    does: 'save a case',
    of: 'tenant',
    may: ['neighbour', 'admin', 'reviewer'],
    make: async ({ cast }) => ({
      name: 'A tank',
      agent_id: cast.agent,
      request: { query: 'level of a tank' },
      expected: [],
    }),
    action: (input) => ({ action: 'playground/actions.ts#saveCase', input }),
  }),
  row({
    does: 'read a receipt',
    may: ['auditor', 'agent', 'neighbour', 'admin'],
    make: (stage) => stage.receipt(),
    rest: ({ id }) => ({ method: 'GET', path: `/receipts/${id}` }),
  }),
  row({
    does: 'ask what a call would meet',
    may: ['agent', 'neighbour', 'admin'],
    make: (stage) => stage.granted(),
    rest: ({ id }, { cast }) => ({
      method: 'POST',
      path: `/capabilities/${id}/decision`,
      body: { agent_id: cast.agent },
    }),
    action: ({ id }, { cast }) => ({
      action: 'capabilities/[id]/invoke-actions.ts#askDecision',
      input: { id, agent_id: cast.agent },
    }),
  }),
  row({
    does: 'call as the agent',
    may: ['agent', 'neighbour', 'admin'],
    make: (stage) => stage.granted(),
    rest: ({ id }, { cast }) => ({
      method: 'POST',
      path: `/capabilities/${id}/invoke`,
      body: { agent_id: cast.agent },
    }),
  }),
  row({
    does: 'list incidents',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/incidents' }),
  }),
  row({
    does: 'press the emergency disable',
    may: ['admin', 'reviewer', 'owner'],
    make: (stage) => stage.live(),
    rest: ({ id }) => ({
      method: 'POST',
      path: '/incidents',
      body: { target: { kind: 'capability', id }, reason: 'It leaks.' },
    }),
    action: ({ id }) => ({
      action: 'incidents/actions.ts#submitIncident',
      input: { target: { kind: 'capability', id }, reason: 'It leaks.' },
    }),
  }),
  row({
    does: 'read an incident',
    may: INSIDE,
    make: (stage) => stage.incident(),
    rest: ({ id }) => ({ method: 'GET', path: `/incidents/${id}` }),
  }),
  row({
    does: 'restore',
    // The owner pressed it.
    may: ['admin', 'reviewer'],
    make: (stage) => stage.incident(),
    rest: ({ id }) => ({
      method: 'POST',
      path: `/incidents/${id}/restore`,
      body: { reason: 'Mended.' },
    }),
    action: ({ id }) => ({
      action: 'incidents/actions.ts#submitRestore',
      input: { id, reason: 'Mended.' },
    }),
  }),
  row({
    does: 'see who would be hit',
    may: INSIDE,
    make: (stage) => stage.live(),
    rest: ({ id }) => ({
      method: 'POST',
      path: '/impact',
      body: { target: { kind: 'capability', id }, action: 'disable' },
    }),
    action: ({ id }) => ({
      action: 'incidents/actions.ts#readImpact',
      input: { target: { kind: 'capability', id }, action: 'disable' },
    }),
  }),
  row({
    does: 'list calls',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/invocations' }),
  }),
  row({
    does: 'export calls',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/invocations/export?format=csv' }),
  }),
  row({
    does: 'verify the ledger',
    of: 'tenant',
    may: ['admin', 'auditor'],
    rest: () => ({ method: 'GET', path: '/ledger/verify' }),
    action: () => ({ action: 'ledger/actions.ts#verify', input: {} }),
  }),
  row({
    does: 'see the usage graph',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/usage-graph' }),
  }),
  row({
    does: 'read the audit trail',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/audit' }),
  }),
];
