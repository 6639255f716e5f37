import type { Status } from '@/lib/core/shared/domain';
import type { GateId } from './gate-types';

/** Acts of the permission table that move a capability; the table says who may. */
export type LifecycleAct =
  | 'capability.submit'
  | 'capability.withdraw'
  | 'capability.deprecate'
  | 'capability.retire'
  | 'capability.dismiss'
  | 'change-request.decide';

export type Transition = {
  from: Status;
  to: Status;
  /** Whoever may do one of these may make the move. */
  acts: readonly LifecycleAct[];
  gates: readonly GateId[];
  /** The move happens by the decision of somebody who wrote no part of it. */
  needsDecision: boolean;
  /** On the button. */
  label: string;
  /** In history and toasts: "<name> was <done>". */
  done: string;
};

const STANDING_GATES = [
  'owner',
  'owner-consent',
  'recertification',
  'description',
  'input-schema',
  'scopes',
  'risk',
  'approval',
  'limits',
] as const satisfies readonly GateId[];

/** Every move there is. What is not here is impossible, for everybody. */
export const TRANSITIONS: readonly Transition[] = [
  {
    from: 'DRAFT',
    to: 'REVIEW',
    acts: ['capability.submit'],
    gates: [],
    needsDecision: false,
    label: 'Submit for review',
    done: 'submitted for review',
  },
  {
    from: 'REVIEW',
    to: 'PRODUCTION',
    acts: ['change-request.decide'],
    gates: [...STANDING_GATES, 'quarantine', 'decision', 'smoke'],
    needsDecision: true,
    label: 'Approve',
    done: 'approved for production',
  },
  {
    from: 'REVIEW',
    to: 'DRAFT',
    acts: ['change-request.decide', 'capability.withdraw'],
    gates: [],
    needsDecision: false,
    label: 'Send back',
    done: 'sent back to draft',
  },
  {
    from: 'PRODUCTION',
    to: 'DEPRECATED',
    acts: ['capability.deprecate'],
    gates: ['deprecation'],
    needsDecision: true,
    label: 'Deprecate',
    done: 'deprecated',
  },
  {
    from: 'DEPRECATED',
    to: 'PRODUCTION',
    acts: ['capability.deprecate'],
    gates: STANDING_GATES,
    needsDecision: true,
    label: 'Withdraw deprecation',
    done: 'returned to production',
  },
  {
    from: 'DEPRECATED',
    to: 'DISABLED',
    acts: ['capability.retire'],
    gates: ['disable-at'],
    needsDecision: false,
    label: 'Disable for good',
    done: 'disabled for good',
  },
];

/** Dropping a draft nobody wants. Not a status: the entry leaves the lists, its id stays taken. */
export const DISMISSAL = {
  from: 'DRAFT',
  acts: ['capability.dismiss'],
  label: 'Dismiss',
  done: 'dismissed',
} as const satisfies Omit<Transition, 'to' | 'gates' | 'needsDecision'>;

/** The answer of the permission table to one act on this capability. */
export type MayDo = (
  act: LifecycleAct,
) => { allowed: true } | { allowed: false; reasons: readonly string[] };

export type PossibleTransition = Transition & { allowed: boolean; reasons: string[] };

/** The move from one status to another; null when there is none. */
export function findTransition(from: Status, to: Status): Transition | null {
  return TRANSITIONS.find((move) => move.from === from && move.to === to) ?? null;
}

/**
 * The moves out of a status, each with whether this actor may make it and, if
 * not, why. Buttons, REST and jobs all read this.
 */
export function possibleTransitions(status: Status, may: MayDo): PossibleTransition[] {
  return TRANSITIONS.filter((move) => move.from === status).map((move) => ({
    ...move,
    ...permission(move.acts, may),
  }));
}

/** Whether a capability in this status can be dismissed by this actor, and if not why. */
export function checkDismissal(
  status: Status,
  may: MayDo,
): { allowed: boolean; reasons: string[] } {
  if (status !== DISMISSAL.from) {
    return {
      allowed: false,
      reasons: [`Only drafts can be dismissed; this one is in ${status}.`],
    };
  }
  return permission(DISMISSAL.acts, may);
}

function permission(
  acts: readonly LifecycleAct[],
  may: MayDo,
): { allowed: boolean; reasons: string[] } {
  const answers = acts.map(may);
  if (answers.some((answer) => answer.allowed)) return { allowed: true, reasons: [] };
  const reasons = answers.flatMap((answer) => (answer.allowed ? [] : answer.reasons));
  return { allowed: false, reasons: [...new Set(reasons)] };
}
