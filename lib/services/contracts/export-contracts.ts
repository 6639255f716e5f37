import { authorize } from '@/lib/core/policy/authorize';
import type { JsonObject } from '@/lib/core/shared/json';
import { runtime } from '@/lib/runtime';
import type { ContractKind, ExportContractsInput } from '@/lib/schemas/contract';
import { writeContract } from '@/lib/schemas/contract-yaml';
import { requireAllowed, requireUser } from '../authorize';
import { listCapabilities } from '../catalog/list-capabilities-view';
import { getCapabilityRecord } from '../catalog/load';
import type { Context } from '../context';
import { notFound } from '../errors';
import { contractOfCapability } from './contract-of';
import { loadCapabilityStates, loadThings, type ThingState } from './load-state';

const PAGE = 100;

/** The contract of one capability as YAML; of a shared one without the bindings of other tenants. */
export async function exportContract(call: {
  ctx: Context;
  input: { capability_id: string };
}): Promise<string> {
  const { ctx, input } = call;
  const row = await getCapabilityRecord(ctx, input.capability_id);
  requireUser(ctx.actor);
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: row.tenantId }));
  const states = await loadCapabilityStates(runtime().db.prisma, row.tenantId, [row.id]);
  const state = states.get(row.id);
  if (!state) throw notFound('capability', row.id);
  if (row.tenantId === ctx.tenantId) return textOf(state.contract);
  const own = state.bindings.filter(
    ({ forTenantId }) => forTenantId === null || forTenantId === ctx.tenantId,
  );
  return textOf(contractOfCapability(state.row, { ...state.parts, bindings: own }));
}

function textOf(contract: JsonObject): string {
  return writeContract(contract, `${runtime().config.baseUrl}/api/contract.schema.json`);
}

/**
 * Contracts of the tenant acted in as one stream of YAML documents: teams, backends and providers,
 * then the capabilities the filter leaves, by id. Written while it is read; the first page is read
 * before the answer begins, so that a refusal is still an error and not half a file.
 */
export async function exportContracts(call: {
  ctx: Context;
  input: ExportContractsInput;
}): Promise<Response> {
  const { ctx, input } = call;
  requireUser(ctx.actor);
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
  const encoder = new TextEncoder();
  const pages = pagesOf(ctx, input);
  let page = await pages.next();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (page.done || ctx.signal?.aborted) {
        controller.close();
        return;
      }
      const text = page.value.map((contract) => `---\n${textOf(contract)}`).join('');
      controller.enqueue(encoder.encode(text));
      page = await pages.next();
    },
  });
  const day = ctx.now.toISOString().slice(0, 10);
  return new Response(body, {
    headers: {
      'content-type': 'application/yaml; charset=utf-8',
      'content-disposition': `attachment; filename="capstan-${ctx.tenantId}-${day}.yaml"`,
      'cache-control': 'no-store',
    },
  });
}

async function* pagesOf(
  ctx: Context,
  { kind, ...filter }: ExportContractsInput,
): AsyncGenerator<JsonObject[]> {
  const wants = (one: ContractKind) => kind.length === 0 || kind.includes(one);
  const { teams, backends, providers } = await loadThings(runtime().db.prisma, ctx.tenantId);
  const things = [
    ...(wants('Team') ? liveOf(teams) : []),
    ...(wants('Backend') ? liveOf(backends) : []),
    ...(wants('Provider') ? liveOf(providers) : []),
  ];
  if (things.length > 0) yield things;
  if (!wants('Capability')) return;
  let cursor: string | undefined;
  do {
    const page = await listCapabilities({ ctx, input: { ...filter, limit: PAGE, cursor } });
    const ids = page.items.filter((row) => row.tenant_id === ctx.tenantId).map((row) => row.id);
    const states = await loadCapabilityStates(runtime().db.prisma, ctx.tenantId, ids);
    const contracts = ids.flatMap((id) => {
      const state = states.get(id);
      return state ? [state.contract] : [];
    });
    if (contracts.length > 0) yield contracts;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

function liveOf<T extends { archivedAt: Date | null }>(
  things: ReadonlyMap<string, ThingState<T>>,
): JsonObject[] {
  return [...things.values()]
    .filter(({ row }) => row.archivedAt === null)
    .map(({ contract }) => contract);
}
