import { INSIDE, must } from './cast';
import { type AnyRow, row } from './rows';
import type { Stage } from './stage';

const OWNER = ['owner', 'admin'] as const;
const ACTIONS = 'ownership/actions.ts';

type Offer = { id: string };

/** A draft of the owners, offered to the team of the neighbour. */
async function offered({ draft, cast }: Stage): Promise<Offer> {
  const { id } = await draft();
  const body = { target: { kind: 'capability', id }, to: cast.side, reason: 'Yours.' };
  return must('offer', await cast.as.owner<Offer>('POST', '/ownership-offers', body));
}

/** Ownership, the lint and the trail in files. */
export const ownershipRows: readonly AnyRow[] = [
  row({
    does: 'list what needs an owner',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/ownership' }),
  }),
  row({
    // Each of those named is asked for by itself; the answer says which may not.
    does: 'recertify many',
    anywhere: true,
    may: [...INSIDE, 'foreigner'],
    rest: () => ({ method: 'POST', path: '/ownership/attest', body: { ids: ['matrix.none'] } }),
    action: () => ({ action: `${ACTIONS}#attestChosen`, input: { ids: ['matrix.none'] } }),
  }),
  row({
    does: 'see what a team would orphan',
    may: INSIDE,
    make: async ({ cast }) => cast.team,
    rest: (team) => ({ method: 'GET', path: `/teams/${team}/orphaning` }),
  }),
  row({
    does: 'list offers of ownership',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/ownership-offers' }),
  }),
  row({
    does: 'read an offer of ownership',
    may: INSIDE,
    make: offered,
    rest: ({ id }) => ({ method: 'GET', path: `/ownership-offers/${id}` }),
  }),
  row({
    does: 'offer ownership',
    may: OWNER,
    make: (stage) => stage.draft(),
    rest: ({ id }, { cast }) => ({
      method: 'POST',
      path: '/ownership-offers',
      body: { target: { kind: 'capability', id }, to: cast.side },
    }),
    action: ({ id }, { cast }) => ({
      action: `${ACTIONS}#offer`,
      input: { target: { kind: 'capability', id }, to: cast.side },
    }),
  }),
  ...(['accept', 'decline', 'withdraw'] as const).map((decision) =>
    row({
      does: `${decision} an offer of ownership`,
      may: decision === 'withdraw' ? OWNER : ['neighbour'],
      make: offered,
      rest: ({ id }) => ({ method: 'POST', path: `/ownership-offers/${id}/${decision}`, body: {} }),
      action: ({ id }) => ({
        action: `${ACTIONS}#decide`,
        input: { offer_id: id, decision, comment: '' },
      }),
    }),
  ),
  row({
    does: 'read the report of the lint',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/lint' }),
  }),
  row({
    does: 'export the report of the lint',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/lint/export' }),
  }),
  row({
    does: 'export the audit trail',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/audit/export?target=matrix.none' }),
  }),
  row({
    does: 'lint a text',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'POST', path: '/lint', body: { description: 'Lists tanks.' } }),
    action: () => ({
      action: 'capabilities/actions.ts#lint',
      input: { description: 'Lists the tanks of a farm.' },
    }),
  }),
  row({
    does: 'read one line of the audit trail',
    // Others may not know of what is none of theirs.
    hidden: true,
    may: ['admin', 'auditor', 'owner'],
    make: async ({ draft, cast }) => {
      const { id } = await draft();
      const trail = await cast.as.admin<{ items: { id: string }[] }>('GET', `/audit?target=${id}`);
      return must('trail', trail).items[0]?.id ?? '';
    },
    rest: (id) => ({ method: 'GET', path: `/audit/${id}` }),
  }),
];
