import { runtime } from '@/lib/runtime';
import { counterKeys, type LimitReason, type LimitScope, type Limits, limitReason } from './limits';

/** Says which bound a refused call met; asked only after a refusal. */
export async function explainLimit(scope: LimitScope, limits: Limits): Promise<LimitReason> {
  const keys = counterKeys(scope);
  const { rows } = await runtime().db.pool.query<{ key: string; count: number }>({
    name: 'explain_limit',
    text: `SELECT key, count FROM call_counters
      WHERE tenant_id = $1
        AND ((key = $2 AND window_start = $3) OR (key = $4 AND window_start = $5))`,
    values: [scope.tenantId, keys.rate, keys.minute, keys.run ?? '', keys.forever],
  });
  const countOf = (key: string | null) => rows.find((row) => row.key === key)?.count ?? 0;
  return limitReason(scope, limits, { run: countOf(keys.run), rate: countOf(keys.rate) });
}
