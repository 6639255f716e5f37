import { runtime } from '@/lib/runtime';
import type { LoadedTarget } from '../incidents/load-target';
import type { Affected } from './affected';

export type AgentCalls = {
  tenant_id: string;
  agent_id: string;
  agent_name: string;
  calls_24h: number;
  calls_30d: number;
  last_call_at: Date | null;
  in_flight: number;
};

type Where = { sql: string; values: unknown[] };

/** The ledger rows of a target. Refused calls never count as use. */
function callsOf(target: LoadedTarget, affected: Affected, tenantId: string | null): Where {
  const values: unknown[] = [];
  const param = (value: unknown) => `$${values.push(value)}`;
  const parts = ['s.refused IS NULL'];
  if (target.kind === 'agent') {
    parts.push(`s.tenant_id = ${param(target.tenantId)} AND s.agent_id = ${param(target.id)}`);
  } else {
    parts.push(`s.capability_tenant_id = ${param(target.tenantId)}`);
    parts.push(`s.capability_id = ANY(${param(affected.capabilityIds)}::text[])`);
    if (target.kind === 'provider') parts.push(`s.provider_id = ${param(target.id)}`);
    if (target.kind === 'backend') parts.push(`s.backend_id = ${param(target.id)}`);
    if (tenantId !== null) parts.push(`s.tenant_id = ${param(tenantId)}`);
  }
  return { sql: parts.join(' AND '), values };
}

/**
 * Calls of 24 hours and 30 days, the last one, and those under way, by agent. `tenantId` narrows
 * to the agents of one tenant.
 */
export async function callsByAgent(
  target: LoadedTarget,
  affected: Affected,
  tenantId: string | null,
  now: Date,
): Promise<AgentCalls[]> {
  const where = callsOf(target, affected, tenantId);
  const at = `$${where.values.length + 1}::timestamptz`;
  const { rows } = await runtime().db.pool.query<AgentCalls>(
    `SELECT s.tenant_id, s.agent_id, max(s.agent_name) AS agent_name,
        count(*) FILTER (WHERE s.started_at > ${at} - interval '24 hours')::int AS calls_24h,
        count(*)::int AS calls_30d, max(s.started_at) AS last_call_at,
        count(*) FILTER (WHERE s.started_at > ${at} - interval '1 hour' AND NOT EXISTS (
          SELECT 1 FROM invocation_ends e WHERE e.invocation_id = s.invocation_id
        ))::int AS in_flight
      FROM invocation_starts s
      WHERE ${where.sql} AND s.started_at > ${at} - interval '30 days'
      GROUP BY s.tenant_id, s.agent_id`,
    [...where.values, now],
  );
  return rows;
}
