import type { JsonObject } from '@/lib/core/shared/json';
import type {
  Backend,
  Binding,
  CapabilityVersion,
  ChangeRequest,
  Provider,
  Team,
} from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import { type BindingRow, WITH_PROVIDER } from '../catalog/list-bindings';
import { asCapability, type CapabilityRecord } from '../catalog/rows';
import {
  type CapabilityParts,
  contractOfBackend,
  contractOfCapability,
  contractOfProvider,
  contractOfTeam,
} from './contract-of';

/** A capability as the catalog holds it now, and its contract. */
export type CapabilityState = {
  row: CapabilityRecord;
  bindings: BindingRow[];
  open: Pick<ChangeRequest, 'id' | 'kind' | 'payload'>[];
  parts: CapabilityParts;
  contract: JsonObject;
};
export type ThingState<T> = { row: T; contract: JsonObject };

/** Capabilities of one tenant with all a contract says of them, in six queries. */
export async function loadCapabilityStates(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, CapabilityState>> {
  const where = { tenantId, capabilityId: { in: [...ids] } };
  const rows = await tx.capability.findMany({ where: { tenantId, id: { in: [...ids] } } });
  const bindings = await tx.binding.findMany({
    where: { ...where, removedAt: null },
    include: WITH_PROVIDER,
  });
  const deprecations = await tx.deprecation.findMany({ where: { ...where, withdrawnAt: null } });
  const open = await tx.changeRequest.findMany({
    where: { ...where, closedAt: null },
    select: { id: true, kind: true, payload: true, capabilityId: true },
  });
  const older = await loadOlderMajors(tx, tenantId, rows);
  const of = grouped(bindings);
  const [endsOf, openOf, olderOf] = [grouped(deprecations), grouped(open), grouped(older)];
  return new Map(
    rows.map((found) => {
      const row = asCapability(found);
      const own = of.get(row.id) ?? [];
      const parts = {
        bindings: own,
        deprecations: endsOf.get(row.id) ?? [],
        olderMajors: olderOf.get(row.id) ?? [],
      };
      const contract = contractOfCapability(row, parts);
      return [row.id, { row, bindings: own, open: openOf.get(row.id) ?? [], parts, contract }];
    }),
  );
}

async function loadOlderMajors(
  tx: Tx,
  tenantId: string,
  rows: readonly { id: string; currentMajor: number | null }[],
): Promise<CapabilityVersion[]> {
  const current = new Map(rows.map((row) => [row.id, row.currentMajor]));
  const later = rows.filter((row) => (row.currentMajor ?? 1) > 1).map((row) => row.id);
  if (later.length === 0) return [];
  const majors = await tx.capabilityMajor.findMany({
    where: { tenantId, capabilityId: { in: later }, state: { in: ['live', 'sunset'] } },
    orderBy: { major: 'desc' },
  });
  const serving = majors.filter((one) => one.major !== current.get(one.capabilityId));
  if (serving.length === 0) return [];
  return await tx.capabilityVersion.findMany({
    where: {
      tenantId,
      OR: serving.map(({ capabilityId, major, currentMinor }) => ({
        capabilityId,
        major,
        minor: currentMinor,
      })),
    },
    orderBy: [{ capabilityId: 'asc' }, { major: 'desc' }],
  });
}

function grouped<T extends { capabilityId: string }>(rows: readonly T[]): Map<string, T[]> {
  const out = new Map<string, T[]>();
  for (const row of rows) {
    const list = out.get(row.capabilityId);
    if (list) list.push(row);
    else out.set(row.capabilityId, [row]);
  }
  return out;
}

export type Things = {
  teams: Map<string, ThingState<Team>>;
  backends: Map<string, ThingState<Backend>>;
  providers: Map<string, ThingState<Provider>>;
};

/** Teams, backends and providers of one tenant, archived ones too: their ids are taken. */
export async function loadThings(tx: Tx, tenantId: string): Promise<Things> {
  const orderBy = { id: 'asc' } as const;
  const teams = await tx.team.findMany({ where: { tenantId }, orderBy });
  const backends = await tx.backend.findMany({ where: { tenantId }, orderBy });
  const providers = await tx.provider.findMany({ where: { tenantId }, orderBy });
  return {
    teams: new Map(teams.map((row) => [row.id, { row, contract: contractOfTeam(row) }])),
    backends: new Map(backends.map((row) => [row.id, { row, contract: contractOfBackend(row) }])),
    providers: new Map(
      providers.map((row) => [row.id, { row, contract: contractOfProvider(row) }]),
    ),
  };
}

/** One binding by the place it leads to. */
export function placeKey(one: Pick<Binding, 'providerId' | 'upstreamName'>): string {
  return JSON.stringify([one.providerId, one.upstreamName]);
}
