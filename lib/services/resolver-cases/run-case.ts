import { discoverInputSchema } from '@/lib/schemas/discover';
import type { CaseResult } from '@/lib/schemas/resolver-cases';
import type { Context } from '../context';
import { discover } from '../discover/discover';
import { loadCase, toCase } from './case-view';

/**
 * Runs the query again and holds what it finds against what is expected: all of it, in any order;
 * nothing expected means that nothing may be found. Leaves a receipt like any discovery.
 * @throws ServiceError NOT_FOUND, and as `discover` does.
 */
export async function runCase({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string };
}): Promise<CaseResult> {
  const { id, request, agent_id, expected } = toCase(await loadCase(ctx, input.id));
  const answer = await discover({
    ctx,
    input: discoverInputSchema.parse({ ...request, agent_id }),
  });
  const found = answer.capabilities.map((item) => item.id);
  const missing = expected.filter((item) => !found.includes(item));
  const unexpected = expected.length === 0 ? found : [];
  return {
    id,
    passed: missing.length === 0 && unexpected.length === 0,
    found,
    missing,
    unexpected,
    resolve_id: answer.resolve_id,
  };
}
