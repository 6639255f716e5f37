import { STATUSES, type Status } from '@/lib/core/shared/domain';
import type { GateFacts, GateFailure } from './gate-types';
import { checkGates, isBlocked } from './gates';
import { type MayDo, type PossibleTransition, possibleTransitions } from './transitions';

export type Step = { status: Status; state: 'done' | 'current' | 'ahead' };

export type Stepper = {
  steps: Step[];
  /** The way forward; null at the end of the road. */
  next: {
    transition: PossibleTransition;
    ready: boolean;
    /** What the next step needs, in order, as instructions. */
    needs: string[];
    failures: GateFailure[];
  } | null;
  /** On a draft: what production will ask for, so that it is mended before review. */
  later: GateFailure[];
};

/**
 * What the lifecycle stepper shows: where a capability stands and what its next
 * step forward needs. Moves back (sent back, withdrawn) are not steps.
 */
export function buildStepper(facts: GateFacts, may: MayDo): Stepper {
  const here = STATUSES.indexOf(facts.status);
  const steps = STATUSES.map((status, at): Step => {
    if (at === here) return { status, state: 'current' };
    return { status, state: at < here ? 'done' : 'ahead' };
  });
  const forward = possibleTransitions(facts.status, may).find(
    (move) => STATUSES.indexOf(move.to) > here,
  );
  const later = facts.status === 'DRAFT' ? gatesOfProduction(facts) : [];
  if (!forward) return { steps, next: null, later };
  const failures = gatesAhead(facts, forward);
  const needs = failures
    .filter((failure) => failure.severity === 'error')
    .map((failure) => failure.fix);
  return {
    steps,
    next: {
      transition: forward,
      ready: forward.allowed && !isBlocked(failures),
      needs: [...new Set([...needs, ...(forward.allowed ? [] : forward.reasons)])],
      failures,
    },
    later,
  };
}

/** The decision is the move itself when the move is a decision: it is not missing beforehand. */
function gatesAhead(facts: GateFacts, move: PossibleTransition): GateFailure[] {
  const failures = checkGates(facts, move.to);
  return move.needsDecision && facts.decision === null
    ? failures.filter((failure) => failure.gate !== 'decision')
    : failures;
}

function gatesOfProduction(facts: GateFacts): GateFailure[] {
  return checkGates({ ...facts, status: 'REVIEW' }, 'PRODUCTION').filter(
    (failure) => failure.gate !== 'decision',
  );
}
