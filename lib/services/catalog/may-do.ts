import type { LifecycleAct, MayDo } from '@/lib/core/lifecycle/transitions';
import { authorize } from '@/lib/core/policy/authorize';
import type { Actor } from '@/lib/core/shared/actor';
import type { CapabilityRecord } from './rows';

/** The permission table's answers about one capability, as the lifecycle asks for them. */
export function mayDo(
  actor: Actor,
  row: Pick<CapabilityRecord, 'tenantId' | 'ownerTeamId'>,
  authors: readonly string[],
): MayDo {
  const { tenantId, ownerTeamId } = row;
  return (act: LifecycleAct) =>
    act === 'change-request.decide'
      ? authorize(actor, act, { tenantId, authors })
      : authorize(actor, act, { tenantId, ownerTeamId });
}
