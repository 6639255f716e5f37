import { authorize } from '@/lib/core/policy/authorize';
import type { Act } from '@/lib/core/policy/table';
import type { CapabilityContract } from '@/lib/schemas/contract';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import type { CapabilityState } from './load-state';
import { type Planned, reasonsOf, resultOf } from './plan';
import type { RegisterWork } from './write-capability';

/** New ones are written together, so that their work is data. */
export type PlannedCapability = Planned & { register?: RegisterWork };

export type Doc = { document: number; contract: CapabilityContract };

export function at({ document, contract }: Doc) {
  return { document, kind: 'Capability' as const, id: contract.id };
}

export function refused(
  doc: Doc,
  state: CapabilityState | null,
  reasons: string[],
): PlannedCapability {
  const result = resultOf(at(doc), { action: 'refused', reasons });
  return { result, work: null, basis: basisOf(state) };
}

export function basisOf(state: CapabilityState | null): unknown {
  if (!state) return null;
  return {
    row: state.row.rowVersion,
    bindings: state.bindings.map(({ id, rowVersion }) => `${id}@${rowVersion}`).sort(),
    open: state.open.map(({ id }) => id).sort(),
  };
}

export function mayNot(ctx: Context, acts: readonly Act[], ownerTeamId: string): string[] {
  const target = { tenantId: ctx.tenantId, ownerTeamId };
  return acts.flatMap((act) => reasonsOf(() => requireAllowed(authorize(ctx.actor, act, target))));
}

export function isLive({ row }: CapabilityState): boolean {
  return row.status === 'PRODUCTION' || row.status === 'DEPRECATED';
}
