import { SHARED_TENANT } from '../shared/domain';
import type { AllowedSlots, CandidatePool, ResolveWarning } from './pipeline-types';
import { type FilterReason, REASON_TEXT, type RequestReason } from './reasons';
import type { Candidate } from './types';

export type PinInput<C extends Candidate> = {
  tenantId: string;
  /** The agent's pins, then the request's. */
  ids: readonly string[];
  pool: CandidatePool<C>;
  allowed: AllowedSlots;
  /** Why an allowed candidate is left out all the same. */
  leftOut: (candidate: C) => RequestReason | FilterReason | null;
};

/** The slots of the pins that can be served, in order, and a warning for every other. */
export function servePins<C extends Candidate>(
  input: PinInput<C>,
): { slots: number[]; warnings: ResolveWarning[] } {
  const slots: number[] = [];
  const warnings: ResolveWarning[] = [];
  for (const id of new Set(input.ids)) {
    const slot = findAllowed(input, id);
    const candidate = slot === null ? null : input.pool.rowAt(slot);
    if (slot === null || candidate === null) {
      warnings.push(notAvailable(id));
      continue;
    }
    const reason = input.leftOut(candidate);
    if (reason === null) slots.push(slot);
    else warnings.push(leftOut(id, reason));
  }
  return { slots, warnings };
}

/** In the agent's own tenant, then in `shared`. */
function findAllowed<C extends Candidate>(input: PinInput<C>, id: string): number | null {
  for (const tenantId of [input.tenantId, SHARED_TENANT]) {
    const slot = input.pool.slotOf(`${tenantId}/${id}`);
    if (slot !== null && input.allowed.has(slot)) return slot;
  }
  return null;
}

function notAvailable(capabilityId: string): ResolveWarning {
  const message = `The pinned capability "${capabilityId}" is not available to this agent.`;
  return { code: 'PIN_NOT_AVAILABLE', capabilityId, message };
}

function leftOut(capabilityId: string, reason: RequestReason | FilterReason): ResolveWarning {
  const message = `The pinned capability "${capabilityId}" is left out: ${REASON_TEXT[reason]}`;
  return { code: 'PIN_LEFT_OUT', capabilityId, reason, message };
}
