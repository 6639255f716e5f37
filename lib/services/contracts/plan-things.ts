import type { ProviderEntry } from '@/lib/adapters/mcp';
import { diffContracts, mergeContract } from '@/lib/core/contract/plan';
import { authorize } from '@/lib/core/policy/authorize';
import type { Act } from '@/lib/core/policy/table';
import type { JsonObject } from '@/lib/core/shared/json';
import type { Provider } from '@/lib/db/generated/client';
import type {
  BackendContract,
  Contract,
  ContractKind,
  ProviderContract,
  TeamContract,
} from '@/lib/schemas/contract';
import { createProviderSchema, updateProviderSchema } from '@/lib/schemas/providers';
import { requireAllowed } from '../authorize';
import { type Context, systemContext } from '../context';
import { ServiceError } from '../errors';
import { outbound } from '../outbound';
import { changeBackend, registerBackend } from '../providers/backends';
import { changeProvider, registerProvider, requireReachable } from '../providers/change-provider';
import type { ProviderRecord } from '../providers/load-provider';
import { registerEntry } from '../providers/register-file-providers';
import { registerTeam } from '../teams/create-team';
import { changeTeam } from '../teams/update-team';
import type { ThingState, Things } from './load-state';
import { type Planned, reasonsOf, resultOf, type Work } from './plan';

type Doc<T extends Contract> = { document: number; contract: T };
type Row = { rowVersion: number; archivedAt: Date | null };

type Plan<T extends Contract, R extends Row> = {
  doc: Doc<T>;
  state: ThingState<R> | undefined;
  /** Why not, by policy and checks that need nothing but what is written. */
  reasons: string[];
  create: Work;
  change: (row: R) => Work;
};

/** What a document about a team, a backend or a provider makes of it. */
export function planThing(
  ctx: Context,
  doc: Doc<Exclude<Contract, { kind: 'Capability' }>>,
  things: Things,
): Planned {
  const { document, contract } = doc;
  switch (contract.kind) {
    case 'Team':
      return planTeam(ctx, { document, contract }, things);
    case 'Backend':
      return planBackend(ctx, { document, contract }, things);
    case 'Provider':
      return planProvider(ctx, { document, contract }, things);
  }
}

function plan<T extends Contract, R extends Row>({ doc, state, ...by }: Plan<T, R>): Planned {
  const { document, contract } = doc;
  const kind: ContractKind = contract.kind;
  const at = { document, kind, id: contract.id };
  const basis = state ? state.row.rowVersion : null;
  const wanted = JSON.parse(JSON.stringify(contract)) as JsonObject;
  const merged = mergeContract(state?.contract ?? null, wanted);
  const changes = diffContracts(state?.contract ?? null, merged);
  const refuse = (reasons: string[]) => ({
    result: resultOf(at, { action: 'refused', reasons }),
    work: null,
    basis,
  });
  if (state?.row.archivedAt) return refuse(['It was archived here; bring it back first.']);
  if (changes.length === 0) {
    return { result: resultOf(at, { action: 'unchanged' }), work: null, basis };
  }
  if (by.reasons.length > 0) return refuse(by.reasons);
  return {
    result: resultOf(at, { action: state ? 'update' : 'create', changes }),
    work: state ? by.change(state.row) : by.create,
    basis,
  };
}

function mayNot(ctx: Context, act: Act, teams: readonly string[]): string[] {
  const { tenantId } = ctx;
  const all = teams.flatMap((ownerTeamId) =>
    reasonsOf(() => requireAllowed(authorize(ctx.actor, act, { tenantId, ownerTeamId }))),
  );
  return [...new Set(all)];
}

function planTeam(ctx: Context, doc: Doc<TeamContract>, { teams }: Things): Planned {
  const { id, name } = doc.contract;
  const { tenantId } = ctx;
  return plan({
    doc,
    state: teams.get(id),
    reasons: reasonsOf(() => requireAllowed(authorize(ctx.actor, 'team.manage', { tenantId }))),
    create: async (tx, by) => {
      await registerTeam(tx, by, { id, name });
      return [];
    },
    change: (row) => async (tx, by) => {
      await changeTeam(tx, by, { id, name, row_version: row.rowVersion });
      return [];
    },
  });
}

function planBackend(ctx: Context, doc: Doc<BackendContract>, { backends }: Things): Planned {
  const { id, name, owner, description } = doc.contract;
  const state = backends.get(id);
  return plan({
    doc,
    state,
    reasons: mayNot(ctx, 'backend.manage', ownersOf(owner, state?.row)),
    create: async (tx, by) => {
      await registerBackend(tx, by, { id, name, owner, description: description ?? '' });
      return [];
    },
    change: (row) => async (tx, by) => {
      const before = {
        tenant_id: row.tenantId,
        name: row.name,
        description: row.description,
        owner: row.ownerTeamId,
      };
      const changed = { id, name, owner, row_version: row.rowVersion };
      await changeBackend(tx, by, before, {
        ...changed,
        ...(description === undefined ? {} : { description }),
      });
      return [];
    },
  });
}

/** Handing something over takes the right to both teams. */
function ownersOf(owner: string, row: { ownerTeamId: string } | undefined): string[] {
  return row && row.ownerTeamId !== owner ? [row.ownerTeamId, owner] : [owner];
}

function planProvider(ctx: Context, doc: Doc<ProviderContract>, { providers }: Things): Planned {
  const { contract } = doc;
  const state = providers.get(contract.id);
  if (contract.source === 'file' || state?.row.source === 'file') {
    return planFromFile(ctx, doc, state);
  }
  const parsed = createProviderSchema.safeParse({ ...contract, kind: contract.provider_kind });
  const { endpoint } = contract;
  return plan({
    doc,
    state,
    reasons: [
      ...(parsed.success ? [] : parsed.error.issues.map(({ message }) => message)),
      ...fixedReasons(contract, state?.row),
      ...mayNot(ctx, 'provider.manage', ownersOf(contract.owner, state?.row)),
      ...(endpoint === undefined ? [] : reasonsOf(() => requireReachable(endpoint))),
    ],
    create: async (tx, by) => {
      if (parsed.success) await registerProvider(tx, by, parsed.data);
      return [];
    },
    change: (row) => async (tx, by) => {
      const input = updateProviderSchema.parse({ ...contract, row_version: row.rowVersion });
      await changeProvider(tx, by, row as ProviderRecord, { ...input, id: contract.id });
      return [];
    },
  });
}

function fixedReasons(contract: ProviderContract, row: Provider | undefined): string[] {
  if (!row) return [];
  const fixed = [
    contract.provider_kind === row.kind ? [] : [`provider_kind: it is ${row.kind} here, for good.`],
    contract.location === undefined || contract.location === row.location
      ? []
      : [`location: it is ${row.location} here, for good.`],
  ];
  return fixed.flat();
}

/** How it is reached is the providers file's to say, here as there; a contract only needs it to be. */
function planFromFile(
  ctx: Context,
  { document, contract }: Doc<ProviderContract>,
  state: ThingState<Provider> | undefined,
): Planned {
  const at = { document, kind: 'Provider' as const, id: contract.id };
  const basis = state ? state.row.rowVersion : null;
  const say = (said: Parameters<typeof resultOf>[1], work: Work | null = null): Planned => ({
    result: resultOf(at, said),
    work,
    basis,
  });
  if (state && !state.row.archivedAt) {
    const notes = ['The providers file of this installation says how it is reached.'];
    return say({ action: 'unchanged', notes: state.row.source === 'file' ? notes : [] });
  }
  const entry = outbound
    .get()
    .entries.find((one) => one.tenant === ctx.tenantId && one.id === contract.id);
  if (!entry) {
    const reason =
      'It comes from the providers file: name it in CAPSTAN_PROVIDERS_FILE of this installation and restart.';
    return say({ action: 'refused', reasons: [reason] });
  }
  const reasons = mayNot(ctx, 'provider.manage', [entry.ownerTeam]);
  if (reasons.length > 0) return say({ action: 'refused', reasons });
  const changes = diffContracts(null, { id: contract.id, source: 'file', owner: entry.ownerTeam });
  return say({ action: 'create', changes }, registerFromFile(entry));
}

/** As the start of the server would, had its team been there then. */
function registerFromFile(entry: ProviderEntry): Work {
  return async (tx) => {
    const done = await registerEntry(tx, systemContext('providers file', entry.tenant), entry);
    if (done) return [];
    throw new ServiceError(
      'PRECONDITION_FAILED',
      `The providers file gives "${entry.id}" to team "${entry.ownerTeam}"${entry.backend ? ` and backend "${entry.backend}"` : ''}, which are not here: add their documents.`,
    );
  };
}
