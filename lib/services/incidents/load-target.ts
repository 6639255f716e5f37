import type { IncidentTargetKind } from '@/lib/core/shared/domain';
import { runtime } from '@/lib/runtime';
import { visibleTenants } from '../authorize';
import type { Context } from '../context';
import { notFound } from '../errors';

export type LoadedTarget = {
  kind: IncidentTargetKind;
  tenantId: string;
  id: string;
  name: string;
  ownerTeamId: string | null;
};

type Row = { tenant_id: string; id: string; name: string; owner_team_id: string };

const TABLE: Record<IncidentTargetKind, string> = {
  capability: 'capabilities',
  provider: 'providers',
  agent: 'agents',
  backend: 'backends',
};

/**
 * What a press or an impact is about: the caller's own first, then `shared`.
 * @throws ServiceError NOT_FOUND, also for another tenant's.
 */
export async function loadTarget(
  ctx: Context,
  target: { kind: IncidentTargetKind; id: string },
): Promise<LoadedTarget> {
  const tenants = visibleTenants(ctx);
  const { rows } = await runtime().db.pool.query<Row>(
    `SELECT tenant_id, id, name, owner_team_id FROM ${TABLE[target.kind]}
     WHERE id = $1 AND tenant_id = ANY($2::text[])
     ORDER BY array_position($2::text[], tenant_id) LIMIT 1`,
    [target.id, tenants],
  );
  const row = rows[0];
  if (!row) throw notFound(target.kind, target.id);
  return {
    kind: target.kind,
    tenantId: row.tenant_id,
    id: row.id,
    name: row.name || row.id,
    ownerTeamId: row.owner_team_id,
  };
}
