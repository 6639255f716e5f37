import { runtime } from '@/lib/runtime';
import type { Context } from '../context';
import { invocationWhere, Values } from './invocation-sql';

type FacetRow = { facet: 'agent' | 'capability' | 'provider'; value: string; label: string };
export type LedgerFacets = Record<FacetRow['facet'], { value: string; label: string }[]>;

/** Of each facet, so that many of one leave the others their place. */
const MAX_VALUES = 200;

/** What the caller's calls of 30 days name, for the filters of the table. */
export async function listLedgerFacets({ ctx }: { ctx: Context }): Promise<LedgerFacets> {
  const values = new Values();
  const from = new Date(ctx.now.getTime() - 30 * 24 * 3_600_000).toISOString();
  const where = invocationWhere(ctx, { from }, values);
  const { rows } = await runtime().db.pool.query<FacetRow>(
    `WITH seen AS (
        SELECT s.agent_id, max(s.agent_name) AS agent_name, s.capability_id, s.provider_id
        FROM invocation_starts s WHERE ${where}
        GROUP BY s.agent_id, s.capability_id, s.provider_id)
      (SELECT 'agent' AS facet, agent_id AS value, max(agent_name) AS label FROM seen
        GROUP BY agent_id ORDER BY 3, 2 LIMIT ${MAX_VALUES})
      UNION ALL (SELECT 'capability', capability_id, capability_id FROM seen
        GROUP BY capability_id ORDER BY 3 LIMIT ${MAX_VALUES})
      UNION ALL (SELECT 'provider', provider_id, provider_id FROM seen
        WHERE provider_id IS NOT NULL GROUP BY provider_id ORDER BY 3 LIMIT ${MAX_VALUES})
      ORDER BY 1, 3`,
    values.list,
  );
  const facets: LedgerFacets = { agent: [], capability: [], provider: [] };
  for (const { facet, value, label } of rows) facets[facet].push({ value, label });
  return facets;
}
