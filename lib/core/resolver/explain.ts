import { discoverReasons, isInReach } from './allowed';
import { compileNarrowing } from './narrow';
import type { Hidden, ResolveInput, ResolveResult } from './pipeline-types';
import type { Candidate } from './types';

/**
 * Why each capability of the agent's tenant and `shared` that is not in the answer is not in it.
 * For admins only: it names what the agent may not discover. O(catalogue); other tenants' rows are
 * never mentioned. At most `limit` are listed, those nearest to being chosen first; `total` counts
 * all.
 */
export function explainHidden<C extends Candidate>(
  input: ResolveInput<C>,
  result: ResolveResult<C>,
  candidates: Iterable<{ slot: number; row: C }>,
  limit = 1_000,
): { hidden: Hidden[]; total: number } {
  const hidden: Hidden[] = [];
  const seen = new Set<Candidate>(result.chosen.map((item) => item.candidate));
  const add = (row: C, rest: Pick<Hidden, 'stage' | 'reasons'>) => {
    seen.add(row);
    hidden.push({ id: row.id, tenantId: row.tenantId, ...rest });
  };
  for (const { candidate, reason } of result.cut) {
    add(candidate, { stage: 'caps', reasons: [reason] });
  }
  for (const { candidate, reason } of result.filtered) {
    if (!seen.has(candidate)) add(candidate, { stage: 'filter', reasons: [reason] });
  }
  const late: (() => void)[] = [];
  const narrowing = compileNarrowing(input.request);
  const eligible = new Set(result.eligible);
  for (const { slot, row } of candidates) {
    if (seen.has(row) || !isInReach(input.policy.agent, row)) continue;
    if (eligible.has(slot)) {
      add(row, { stage: 'caps', reasons: ['TOP_K'] });
      continue;
    }
    const reasons = discoverReasons(input.policy, row);
    const narrowed = reasons.length === 0 ? narrowing?.(row) : null;
    if (narrowed) add(row, { stage: 'policy', reasons: [narrowed] });
    else if (reasons.length > 0) add(row, { stage: 'policy', reasons });
    else late.push(() => add(row, { stage: 'search', reasons: ['NO_MATCH'] }));
  }
  for (const addLate of late) addLate();
  return { hidden: hidden.slice(0, limit), total: hidden.length };
}
