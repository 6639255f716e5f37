import type { Availability, Health } from '../shared/domain';
import { compareText } from '../shared/top';
import type { CandidateBinding } from './types';

const AVAILABILITY_ORDER: Record<Availability, number> = {
  available: 0,
  degraded: 1,
  unavailable: 2,
};
const HEALTH_ORDER: Record<Health, number> = { HEALTHY: 0, UNKNOWN: 1, DEGRADED: 2, UNHEALTHY: 3 };

export type Caller = { tenantId: string; region: string | null };

/** The rule that put the chosen binding before the next best one. */
export type ChoiceReason =
  | 'only'
  | 'tenant'
  | 'region'
  | 'availability'
  | 'health'
  | 'cost'
  | 'freshness'
  | 'priority'
  | 'id';

export type BindingChoice<B extends CandidateBinding = CandidateBinding> = {
  binding: B;
  reason: ChoiceReason;
  /** The others, best first: the order of failover. */
  others: readonly B[];
};

type Rule = {
  reason: ChoiceReason;
  compare: (a: CandidateBinding, b: CandidateBinding, caller: Caller) => number;
};

/**
 * The rules in their fixed order; the first that tells two bindings apart decides. A binding made
 * for the caller's tenant goes before a general one; one in the caller's region before a
 * region-less one, and that before one elsewhere; a declared freshness before none.
 */
const RULES: readonly Rule[] = [
  { reason: 'tenant', compare: (a, b, c) => tenantRank(a, c) - tenantRank(b, c) },
  { reason: 'region', compare: (a, b, c) => regionRank(a, c) - regionRank(b, c) },
  {
    reason: 'availability',
    compare: (a, b) => AVAILABILITY_ORDER[a.availability] - AVAILABILITY_ORDER[b.availability],
  },
  { reason: 'health', compare: (a, b) => HEALTH_ORDER[a.health] - HEALTH_ORDER[b.health] },
  { reason: 'cost', compare: (a, b) => a.cost - b.cost },
  { reason: 'freshness', compare: (a, b) => ageOf(a) - ageOf(b) },
  { reason: 'priority', compare: (a, b) => a.priority - b.priority },
  { reason: 'id', compare: (a, b) => compareText(a.id, b.id) },
];

/**
 * The binding to use among those that may serve, and why. What cannot work now (unavailable or
 * UNHEALTHY) comes after everything that can, whatever tenant and region say. Null for none.
 */
export function chooseBinding<B extends CandidateBinding>(
  bindings: readonly B[],
  caller: Caller,
): BindingChoice<B> | null {
  const [binding, ...others] = [...bindings].sort((a, b) => compareBindings(a, b, caller).order);
  if (!binding) return null;
  const next = others[0];
  return { binding, reason: next ? compareBindings(binding, next, caller).reason : 'only', others };
}

/** Which of two comes first (below 0: `a`), and by which rule. */
export function compareBindings(
  a: CandidateBinding,
  b: CandidateBinding,
  caller: Caller,
): { order: number; reason: ChoiceReason } {
  if (isWorking(a) !== isWorking(b)) {
    const reason = a.availability === b.availability ? 'health' : 'availability';
    return { order: isWorking(a) ? -1 : 1, reason };
  }
  for (const { reason, compare } of RULES) {
    const order = compare(a, b, caller);
    if (order !== 0) return { order, reason };
  }
  return { order: 0, reason: 'id' };
}

/** Neither unavailable nor UNHEALTHY. */
export function isWorking(binding: Pick<CandidateBinding, 'availability' | 'health'>): boolean {
  return binding.availability !== 'unavailable' && binding.health !== 'UNHEALTHY';
}

function tenantRank(binding: CandidateBinding, caller: Caller): number {
  return binding.forTenantId === caller.tenantId ? 0 : 1;
}

function regionRank(binding: CandidateBinding, caller: Caller): number {
  if (caller.region === null || binding.region === null) return 1;
  return binding.region === caller.region ? 0 : 2;
}

/** Undeclared counts as older than anything declared, and finite so that two of them are equal. */
function ageOf(binding: CandidateBinding): number {
  return binding.freshnessSeconds ?? Number.MAX_SAFE_INTEGER;
}
