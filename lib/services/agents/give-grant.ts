import type { Tx } from '@/lib/db/transaction';
import { MAX_GRANTS } from '@/lib/schemas/agents';
import { recordAudit } from '@/lib/services/audit';
import type { Context } from '@/lib/services/context';
import { ServiceError } from '@/lib/services/errors';
import { readGrants } from './get-grants';
import { loadCovered, requireSoundGrants, toFacts } from './grant-facts';
import { type GrantFacts, grantKey } from './grant-widening';
import { type AgentKey, claimGrants, writeGrants } from './write-grants';

/**
 * Puts one grant beside those an agent has, in place of the one on the same target. Who asks the
 * policy is the caller. A major the replaced one names is kept.
 * @throws ServiceError VALIDATION when it names nothing, or asks what that does not declare.
 */
export async function giveGrant(
  tx: Tx,
  ctx: Context,
  key: AgentKey,
  given: GrantFacts,
): Promise<void> {
  const { tenantId, agentId } = key;
  await claimGrants(tx, ctx, key);
  const before = (await readGrants(tx, tenantId, agentId)).map(toFacts);
  const old = before.find((grant) => grantKey(grant) === grantKey(given));
  const grant = { ...given, major: given.major ?? old?.major ?? null };
  const after = [...before.filter((one) => one !== old), grant];
  if (after.length > MAX_GRANTS) {
    throw new ServiceError('CONFLICT', `This agent has ${MAX_GRANTS} grants; remove some first.`);
  }
  const capabilities = await loadCovered(tx, tenantId, [grant]);
  const check = { tenantId, before: [], after: [grant], capabilities, now: ctx.now };
  await requireSoundGrants(tx, check);
  await writeGrants(tx, ctx, key, before, after);
  await recordAudit(tx, ctx, {
    action: 'agent.grants',
    targetKind: 'agent',
    targetId: agentId,
    tenantId,
    before: { grants: before },
    after: { grants: after },
  });
}
