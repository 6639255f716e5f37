import type { Risk, Status } from '@/lib/core/shared/domain';
import { isNamedOnly } from '@/lib/core/shared/grants';
import { runtime } from '@/lib/runtime';
import type { Impact } from '@/lib/schemas/usage';
import type { LoadedTarget } from '../incidents/load-target';

/** What of the catalog stands or falls with a target. */
export type Affected = {
  /** Ids in the target's tenant, dead ones included: their calls count. */
  capabilityIds: string[];
  /** Grants on these reach one of them, or name the target itself. */
  providerIds: string[];
  tags: string[];
  types: string[];
  /** The live ones, with what goes on serving them and what replaces them. */
  live: Impact['capabilities'];
};

type CapabilityRow = {
  id: string;
  name: string;
  risk: Risk;
  status: Status;
  type: string;
  tags: string[];
  provider_ids: string[] | null;
  failover: { binding_id: string; provider_id: string }[] | null;
  replacement: { capability_id: string; major: number | null } | null;
};

/** More live capabilities than this are counted by their calls, not listed. */
const MAX_LISTED = 200;

const SELECT = `SELECT c.id, c.name, c.risk, c.status, c.type, c.tags,
    (SELECT array_agg(DISTINCT b.provider_id) FROM bindings b
      WHERE b.tenant_id = c.tenant_id AND b.capability_id = c.id) AS provider_ids,
    (SELECT jsonb_agg(jsonb_build_object('binding_id', b.id, 'provider_id', b.provider_id)
        ORDER BY b.priority, b.id)
      FROM bindings b WHERE b.tenant_id = c.tenant_id AND b.capability_id = c.id
        AND b.removed_at IS NULL AND b.availability <> 'unavailable'
        AND NOT (b.provider_id = ANY($2::text[]))) AS failover,
    (SELECT jsonb_build_object('capability_id', d.replacement_id, 'major', d.replacement_major)
      FROM deprecations d WHERE d.tenant_id = c.tenant_id AND d.capability_id = c.id
        AND d.withdrawn_at IS NULL AND d.replacement_id IS NOT NULL
      ORDER BY d.announced_at DESC, d.id DESC LIMIT 1) AS replacement
  FROM capabilities c`;

/** Capabilities, providers, tags and types a target reaches; nothing for an agent. */
export async function loadAffected(target: LoadedTarget): Promise<Affected> {
  if (target.kind === 'agent') {
    return { capabilityIds: [], providerIds: [], tags: [], types: [], live: [] };
  }
  const stopped = await stoppedProviders(target);
  const rows = await loadCapabilities(target, stopped);
  const live = rows.filter((row) => row.status === 'PRODUCTION' || row.status === 'DEPRECATED');
  const reached = (live.length > 0 ? live : rows).filter((row) => !isNamedOnly(row.risk));
  return {
    capabilityIds: rows.map((row) => row.id),
    providerIds: [...new Set([...stopped, ...reached.flatMap((row) => row.provider_ids ?? [])])],
    tags: [...new Set(reached.flatMap((row) => row.tags))],
    types: [...new Set(reached.map((row) => row.type))],
    live: live.slice(0, MAX_LISTED).map((row) => ({
      tenant_id: target.tenantId,
      id: row.id,
      name: row.name,
      risk: row.risk,
      status: row.status,
      failover: target.kind === 'capability' ? [] : (row.failover ?? []),
      replacement: row.replacement,
    })),
  };
}

async function loadCapabilities(target: LoadedTarget, stopped: string[]): Promise<CapabilityRow[]> {
  const { pool } = runtime().db;
  if (target.kind === 'capability') {
    const sql = `${SELECT} WHERE c.tenant_id = $1 AND c.id = $3`;
    return (await pool.query<CapabilityRow>(sql, [target.tenantId, stopped, target.id])).rows;
  }
  const sql = `${SELECT} WHERE c.tenant_id = $1 AND EXISTS (
      SELECT 1 FROM bindings b WHERE b.tenant_id = c.tenant_id AND b.capability_id = c.id
        AND b.provider_id = ANY($2::text[]))
    ORDER BY c.id`;
  return (await pool.query<CapabilityRow>(sql, [target.tenantId, stopped])).rows;
}

async function stoppedProviders(target: LoadedTarget): Promise<string[]> {
  if (target.kind === 'provider') return [target.id];
  if (target.kind !== 'backend') return [];
  const { rows } = await runtime().db.pool.query<{ id: string }>(
    'SELECT id FROM providers WHERE tenant_id = $1 AND backend_id = $2',
    [target.tenantId, target.id],
  );
  return rows.map((row) => row.id);
}
