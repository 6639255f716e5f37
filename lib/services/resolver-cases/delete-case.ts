import { transact } from '../announce';
import { recordAudit } from '../audit';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import { loadCase } from './case-view';

/** @throws ServiceError NOT_FOUND; CONFLICT when somebody else has just deleted it. */
export async function deleteCase({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string };
}): Promise<{ id: string }> {
  const row = await loadCase(ctx, input.id);
  await transact(async (tx) => {
    const { tenantId } = ctx;
    const { count } = await tx.resolverCase.deleteMany({ where: { tenantId, id: row.id } });
    if (count === 0) throw new ServiceError('CONFLICT', 'Somebody has deleted it already.');
    await recordAudit(tx, ctx, {
      action: 'resolver-case.delete',
      targetKind: 'resolver-case',
      targetId: row.id,
      before: { name: row.name, agent_id: row.agentId, expected: row.expected },
    });
  });
  return { id: row.id };
}
