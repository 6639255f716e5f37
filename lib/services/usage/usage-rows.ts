import type { Declaration, UsageRow } from '@/lib/core/graph/build';
import { RISKS, SHARED_TENANT } from '@/lib/core/shared/domain';
import { isNamedOnly } from '@/lib/core/shared/grants';
import { runtime } from '@/lib/runtime';

type Scope = { tenantId: string; from: Date; now: Date };

/**
 * Calls by path, summed in the database. A call counts for the provider that answered it, which
 * after a failover is not the one it began with. Refused calls never count as use.
 */
export async function usageRows({ tenantId, from, now }: Scope): Promise<UsageRow[]> {
  const { rows } = await runtime().db.pool.query<UsageRow>(
    `SELECT s.agent_id AS agent, s.capability_id AS capability,
        COALESCE(e.provider_id, s.provider_id) AS provider,
        CASE WHEN e.provider_id IS NULL OR e.provider_id = s.provider_id THEN s.backend_id
          ELSE p.backend_id END AS backend,
        count(*)::int AS calls, max(s.started_at) AS "lastAt"
      FROM invocation_starts s
      LEFT JOIN invocation_ends e ON e.invocation_id = s.invocation_id
      LEFT JOIN providers p ON e.provider_id <> s.provider_id
        AND p.tenant_id = s.capability_tenant_id AND p.id = e.provider_id
      WHERE s.tenant_id = $1 AND s.started_at >= $2 AND s.started_at <= $3 AND s.refused IS NULL
      GROUP BY 1, 2, 3, 4`,
    [tenantId, from, now],
  );
  return rows;
}

type Pair = { a: string; b: string };

/** Grants and pins by name, and wider grants over the capabilities given; agent -> capability. */
export async function declaredUse(scope: Scope, capabilityIds: string[]): Promise<Pair[]> {
  const { rows } = await runtime().db.pool.query<Pair>(
    `WITH live AS (
        SELECT g.agent_id, g.target_kind, g.target FROM grants g
        WHERE g.tenant_id = $1 AND (g.until IS NULL OR g.until > $2))
      SELECT agent_id AS a, target AS b FROM live WHERE target_kind = 'capability'
      UNION SELECT agent_id, capability_id FROM agent_pins WHERE tenant_id = $1
      UNION SELECT l.agent_id, c.id FROM live l
        JOIN capabilities c ON c.id = ANY($3::text[]) AND c.tenant_id = ANY($4::text[])
          AND NOT (c.risk = ANY($5::text[]))
        WHERE (l.target_kind = 'tag' AND l.target = ANY(c.tags))
          OR (l.target_kind = 'type' AND l.target = c.type)
          OR (l.target_kind = 'provider' AND EXISTS (
            SELECT 1 FROM bindings b WHERE b.tenant_id = c.tenant_id AND b.capability_id = c.id
              AND b.provider_id = l.target AND b.removed_at IS NULL))`,
    [
      scope.tenantId,
      scope.now,
      capabilityIds,
      tenantsOf(scope.tenantId),
      RISKS.filter(isNamedOnly),
    ],
  );
  return rows;
}

/** Bindings of these capabilities and the backends of their providers. */
export async function declaredBindings(
  tenantId: string,
  capabilityIds: string[],
): Promise<Declaration[]> {
  const { rows } = await runtime().db.pool.query<{ c: string; p: string; b: string | null }>(
    `SELECT b.capability_id AS c, b.provider_id AS p, p.backend_id AS b FROM bindings b
      JOIN providers p ON p.tenant_id = b.tenant_id AND p.id = b.provider_id
      WHERE b.tenant_id = ANY($1::text[]) AND b.capability_id = ANY($2::text[])
        AND b.removed_at IS NULL`,
    [tenantsOf(tenantId), capabilityIds],
  );
  return rows.flatMap(({ c, p, b }): Declaration[] => [
    { from: { kind: 'capability', id: c }, to: { kind: 'provider', id: p } },
    ...(b === null
      ? []
      : [
          {
            from: { kind: 'provider' as const, id: p },
            to: { kind: 'backend' as const, id: b },
          },
        ]),
  ]);
}

/** Names of agents, providers and backends by node id; capabilities show their id. */
export async function nodeLabels(tenantId: string): Promise<Map<string, string>> {
  const { rows } = await runtime().db.pool.query<{ node: string; name: string }>(
    `SELECT 'agent:' || id AS node, name FROM agents WHERE tenant_id = $1
      UNION ALL SELECT 'provider:' || id, name FROM providers WHERE tenant_id = ANY($2::text[])
      UNION ALL SELECT 'backend:' || id, name FROM backends WHERE tenant_id = ANY($2::text[])`,
    [tenantId, tenantsOf(tenantId)],
  );
  return new Map(rows.filter((row) => row.name !== '').map((row) => [row.node, row.name]));
}

function tenantsOf(tenantId: string): string[] {
  return tenantId === SHARED_TENANT ? [SHARED_TENANT] : [tenantId, SHARED_TENANT];
}

export async function usedCapabilities({ tenantId, from, now }: Scope): Promise<string[]> {
  const { rows } = await runtime().db.pool.query<{ id: string }>(
    `SELECT capability_id AS id FROM invocation_starts
      WHERE tenant_id = $1 AND started_at >= $2 AND started_at <= $3 AND refused IS NULL
      GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 500`,
    [tenantId, from, now],
  );
  return rows.map((row) => row.id);
}
