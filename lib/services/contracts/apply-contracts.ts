import { createHash } from 'node:crypto';
import { canonicalJson } from '@/lib/core/shared/json';
import { runtime } from '@/lib/runtime';
import {
  type ApplyContractsInput,
  type CapabilityContract,
  CONTRACT_KINDS,
  type ContractKind,
  type ContractPlan,
  type ContractResult,
} from '@/lib/schemas/contract';
import { type ParsedContract, parseContracts } from '@/lib/schemas/contract-yaml';
import { announce, transact } from '../announce';
import { requireCatalogReader } from '../authorize';
import { newFindings } from '../catalog/create-capability';
import { findTakenIds } from '../catalog/register-drafts';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import { loadCapabilityStates, loadThings } from './load-state';
import { type Planned, refusal, resultOf } from './plan';
import { type Around, planCapability } from './plan-capability';
import { planPrune } from './plan-prune';
import { planThing } from './plan-things';
import type { PlannedCapability } from './planned-capability';
import { registerAll } from './write-capability';

type AnyPlanned = Planned & Pick<PlannedCapability, 'register'>;

/** Long enough for the most documents there may be, on a slow disk. */
const APPLY_MS = 120_000;

/**
 * Brings the catalog of the tenant acted in to what the documents say, whole or not at all: teams,
 * backends and providers first, then capabilities. A person does it and is the author of it; what
 * needs a second person becomes their change request. A dry run answers the plan and writes nothing.
 * @throws ServiceError VALIDATION with line and field of everything that is wrong; CONFLICT when the
 *   catalog moved since the dry run named by `plan`, or meanwhile; PRECONDITION_FAILED or FORBIDDEN
 *   when a document is refused.
 */
export async function applyContracts(call: {
  ctx: Context;
  input: ApplyContractsInput;
}): Promise<ContractPlan> {
  const { ctx, input } = call;
  requireCatalogReader(ctx);
  const planned = await planAll(ctx, input);
  const plan = hashOf(ctx, input, planned);
  if (input.dry_run) return answer(true, plan, planned);
  if (input.plan !== undefined && input.plan !== plan) {
    throw new ServiceError(
      'CONFLICT',
      'The catalog moved since the dry run, or these are other documents. Look at the plan again.',
      { plan },
    );
  }
  requireNoneRefused(planned);
  await writeAll(ctx, input.reason, planned);
  return answer(false, plan, planned);
}

async function planAll(ctx: Context, input: ApplyContractsInput): Promise<AnyPlanned[]> {
  const contracts = requireReadable(input.text);
  const { prisma } = runtime().db;
  const capabilities = contracts.filter(isCapability);
  const ids = capabilities.map(({ contract }) => contract.id);
  const states = await loadCapabilityStates(prisma, ctx.tenantId, ids);
  const taken = await findTakenIds(prisma, ctx.tenantId, ids);
  const things = await loadThings(prisma, ctx.tenantId);
  const around: Around = {
    taken,
    teams: namesOf(contracts, 'Team', things.teams),
    providers: namesOf(contracts, 'Provider', things.providers),
  };
  const planned: AnyPlanned[] = [];
  for (const { document, contract } of inOrder(contracts)) {
    const one =
      contract.kind === 'Capability'
        ? planCapability(ctx, { document, contract }, states.get(contract.id) ?? null, around)
        : planThing(ctx, { document, contract }, things);
    planned.push(await checked(one));
  }
  if (input.prune) planned.push(...(await planPrune(ctx, input, new Set(ids))));
  return planned;
}

function namesOf(
  contracts: readonly ParsedContract[],
  kind: ContractKind,
  here: ReadonlyMap<string, { row: { archivedAt: Date | null } }>,
): Set<string> {
  const live = [...here].filter(([, { row }]) => row.archivedAt === null).map(([id]) => id);
  const brought = contracts.filter((one) => one.contract.kind === kind);
  return new Set([...live, ...brought.map(({ contract }) => contract.id)]);
}

function isCapability(
  one: ParsedContract,
): one is ParsedContract & { contract: CapabilityContract } {
  return one.contract.kind === 'Capability';
}

/** What others need comes first, wherever it stands in the file. */
function inOrder(contracts: readonly ParsedContract[]): ParsedContract[] {
  const rank = ({ contract }: ParsedContract) => CONTRACT_KINDS.indexOf(contract.kind);
  return [...contracts].sort((a, b) => rank(a) - rank(b) || a.document - b.document);
}

function requireReadable(text: string): ParsedContract[] {
  const { contracts, problems } = parseContracts(text);
  const [first] = problems;
  if (first) {
    const where = `document ${first.document}, line ${first.line}`;
    throw new ServiceError('VALIDATION', `${where}: ${first.path} ${first.message}`, {
      errors: problems.map(({ document, path, line, column, message }) => ({
        path: `documents.${document}${path ? `.${path}` : ''}`,
        message: `Line ${line}, column ${column}: ${message}`,
      })),
      problems,
    });
  }
  if (contracts.length === 0) {
    throw new ServiceError('VALIDATION', 'There is no contract in this; write at least one.');
  }
  return contracts;
}

/** A check that leaves the thread refuses its own document only. */
async function checked(planned: AnyPlanned): Promise<AnyPlanned> {
  try {
    await planned.check?.();
    return planned;
  } catch (error) {
    const { document, kind, id } = planned.result;
    const result = resultOf({ document, kind, id }, { action: 'refused', reasons: refusal(error) });
    return { result, work: null, basis: planned.basis };
  }
}

function hashOf(ctx: Context, input: ApplyContractsInput, planned: readonly AnyPlanned[]): string {
  const { prune, owner, tag } = input;
  const text = canonicalJson({
    tenant: ctx.tenantId,
    text: createHash('sha256').update(input.text).digest('hex'),
    prune: prune ? { owner, tag } : null,
    planned: planned.map(({ result, basis }) => ({ result, basis })),
  });
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

function requireNoneRefused(planned: readonly AnyPlanned[]): void {
  const refused = planned.filter(({ result }) => result.action === 'refused');
  const [first] = refused;
  if (!first) return;
  const { id, reasons } = first.result;
  throw new ServiceError(
    refused.every(({ denied }) => denied) ? 'FORBIDDEN' : 'PRECONDITION_FAILED',
    `${refused.length} of ${planned.length} documents are refused, so nothing was changed. ${id}: ${reasons.join(' ')}`,
    {
      errors: refused.map(({ result }) => ({
        path: result.document === null ? result.id : `documents.${result.document}`,
        message: `${result.kind} ${result.id}: ${result.reasons.join(' ')}`,
      })),
      documents: planned.map(({ result }) => result),
    },
  );
}

async function writeAll(
  ctx: Context,
  reason: string,
  planned: readonly AnyPlanned[],
): Promise<void> {
  const fresh: Parameters<typeof registerAll>[2][number][] = [];
  for (const { register } of planned) {
    if (!register) continue;
    fresh.push({ ...register, findings: await newFindings(ctx.tenantId, register.input) });
  }
  for (const { prepare } of planned) await prepare?.();
  const opened = await transact(
    async (tx) => {
      const requests = new Map<ContractResult, string[]>();
      const write = async (some: readonly AnyPlanned[]) => {
        for (const { result, work } of some) {
          if (work) requests.set(result, await work(tx, ctx, reason));
        }
      };
      await write(planned.filter(({ result }) => result.kind !== 'Capability'));
      const submitted = await registerAll(tx, ctx, fresh, reason);
      await write(planned.filter(({ result }) => result.kind === 'Capability'));
      for (const { result, register } of planned) {
        if (register) requests.set(result, submitted.get(result.id) ?? []);
      }
      return requests;
    },
    { timeoutMs: APPLY_MS },
  );
  for (const [result, ids] of opened) result.change_requests.push(...ids);
  await tellReplicas(ctx, planned);
}

async function tellReplicas(ctx: Context, planned: readonly AnyPlanned[]): Promise<void> {
  const { tenantId } = ctx;
  const changed = planned.filter(({ work, register }) => work !== null || register);
  const ids = changed.filter((one) => one.result.kind === 'Capability').map((one) => one.result.id);
  if (changed.length > ids.length) {
    await announce('agents', { tenantId });
    await announce('catalog', { tenantId });
  } else if (ids.length > 0) await announce('catalog', { tenantId, ids });
}

function answer(dryRun: boolean, plan: string, planned: readonly AnyPlanned[]): ContractPlan {
  const documents = planned.map(({ result }) => result);
  const count = (action: ContractResult['action']) =>
    documents.filter((one) => one.action === action).length;
  return {
    dry_run: dryRun,
    plan,
    summary: {
      create: count('create'),
      update: count('update'),
      unchanged: count('unchanged'),
      refused: count('refused'),
      prune: count('prune'),
      review: documents.filter(({ review }) => review).length,
    },
    documents,
  };
}
