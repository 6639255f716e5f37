import { HEALTHS } from '@/lib/core/shared/domain';
import { isJsonObject } from '@/lib/core/shared/json';
import { runtime } from '@/lib/runtime';
import type { ProviderView } from '@/lib/schemas/providers';
import type { ProviderRecord } from './load-provider';

type Countable = Pick<ProviderRecord, 'tenantId' | 'id'>;

/** How many capabilities each provider serves now, in one statement. Keys are `<tenant>/<id>`. */
export async function countCapabilities(
  providers: readonly Countable[],
): Promise<Map<string, number>> {
  const rows = await runtime().db.prisma.binding.groupBy({
    by: ['tenantId', 'providerId'],
    where: {
      removedAt: null,
      OR: providers.map(({ tenantId, id }) => ({ tenantId, providerId: id })),
    },
    _count: { _all: true },
  });
  return new Map(rows.map((row) => [`${row.tenantId}/${row.providerId}`, row._count._all]));
}

export function toProviderView(row: ProviderRecord, capabilities: number): ProviderView {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    name: row.name,
    description: row.description,
    kind: row.kind,
    location: row.location,
    transport: row.transport as ProviderView['transport'],
    source: row.source as ProviderView['source'],
    endpoint: row.endpoint,
    credential_ref: row.credentialRef,
    owner: row.ownerTeamId,
    backend: row.backendId,
    default_tags: row.defaultTags,
    risk_floor: row.riskFloor,
    protocol_version: row.protocolVersion,
    server_info: isJsonObject(row.serverInfo) ? row.serverInfo : null,
    instructions: row.instructions,
    health: HEALTHS.find((health) => health === row.health) ?? 'UNKNOWN',
    health_reason: row.healthReason,
    health_at: row.healthAt?.toISOString() ?? null,
    sync_every_seconds: row.syncEvery,
    last_synced_at: row.lastSyncedAt?.toISOString() ?? null,
    archived_at: row.archivedAt?.toISOString() ?? null,
    capabilities,
    row_version: row.rowVersion,
  };
}

export async function viewOf(row: ProviderRecord): Promise<ProviderView> {
  const counts = await countCapabilities([row]);
  return toProviderView(row, counts.get(`${row.tenantId}/${row.id}`) ?? 0);
}
