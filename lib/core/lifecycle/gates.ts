import { riskRank, type Status } from '@/lib/core/shared/domain';
import type { GateFacts, GateFailure, GateId } from './gate-types';
import { findTransition } from './transitions';

type Gate = (facts: GateFacts) => Omit<GateFailure, 'gate' | 'severity'>[];

/**
 * What stands in the way of a move, each with its field and its fix. An empty
 * list, or warnings only, means the way is free; see {@link isBlocked}.
 */
export function checkGates(facts: GateFacts, to: Status): GateFailure[] {
  const transition = findTransition(facts.status, to);
  if (!transition) {
    throw new RangeError(`There is no transition from ${facts.status} to ${to}.`);
  }
  return transition.gates.flatMap((gate) => [
    ...GATES[gate](facts).map((failure) => ({ gate, severity: 'error' as const, ...failure })),
    ...(gate === 'smoke' ? smokeAdvice(facts) : []),
  ]);
}

/** At least one failure is an error; warnings let pass. */
export function isBlocked(failures: readonly GateFailure[]): boolean {
  return failures.some((failure) => failure.severity === 'error');
}

/** A smoke call is asked for only where calling does no harm. */
export function allowsSmoke(facts: Pick<GateFacts, 'risk' | 'readOnly'>): boolean {
  return facts.risk === 'LOW' || (facts.readOnly && facts.risk !== 'CRITICAL');
}

const GATES: Record<GateId, Gate> = {
  owner: ({ ownerTeam }) => {
    if (!ownerTeam) {
      return [fail('owner', 'No team owns this.', 'Choose the team that answers for it.')];
    }
    if (!ownerTeam.live) {
      return [
        fail('owner', `The team "${ownerTeam.name}" is gone.`, 'Hand it to a team that exists.'),
      ];
    }
    if (ownerTeam.activeMembers > 0) return [];
    return [
      fail(
        'owner',
        `The team "${ownerTeam.name}" has no active member.`,
        'Add an active person to the team, or hand the capability to another team.',
      ),
    ];
  },

  'owner-consent': ({ ownerConsent }) => {
    if (!ownerConsent || ownerConsent.state === 'given') return [];
    const { to, state } = ownerConsent;
    return [
      fail(
        'owner',
        `The team "${to}" has not agreed to own it.`,
        state === 'open'
          ? 'A member of that team who did not offer it accepts the offer under Ownership.'
          : 'Offer it again: edit this request, or withdraw it and make a new one.',
      ),
    ];
  },

  recertification: ({ recertificationOverdue }) =>
    recertificationOverdue
      ? [
          fail(
            'recertified_at',
            'Its recertification is overdue.',
            'An owner confirms that it is still right: choose Recertify.',
          ),
        ]
      : [],

  description: ({ lint }) =>
    lint
      .filter((finding) => finding.severity === 'error')
      .map((finding) => fail('description', finding.message, finding.suggestion)),

  'input-schema': ({ inputSchemaError }) =>
    inputSchemaError === null
      ? []
      : [
          fail(
            'input_schema',
            `The input schema is not valid: ${inputSchemaError}`,
            'Correct the schema; the Schema tab shows where it fails.',
          ),
        ],

  scopes: ({ scopes }) =>
    scopes === null
      ? [
          fail(
            'scopes',
            'It is not said which scopes a call needs.',
            'List the scopes, or say that it needs none.',
          ),
        ]
      : [],

  risk: ({ risk }) =>
    risk === null ? [fail('risk', 'No risk is set.', 'Choose LOW, MEDIUM, HIGH or CRITICAL.')] : [],

  approval: ({ risk, approvalRequired, approvalWaiver }) => {
    const isRisky = risk !== null && riskRank(risk) >= riskRank('HIGH');
    if (!isRisky || approvalRequired || approvalWaiver?.trim()) return [];
    return [
      fail(
        'approval_required',
        `Its risk is ${risk}, but calls need no approval.`,
        'Require approval on call, or write down why it is waived.',
      ),
    ];
  },

  limits: ({ limits }) =>
    (
      [
        ['limits.timeout', limits.timeoutMs, 'Set a timeout; 10 s is the default.'],
        ['limits.calls_per_run', limits.callsPerRun, 'Set calls per run; 5 is the default.'],
        ['limits.rate_per_minute', limits.ratePerMinute, 'Set calls per minute; 60 is usual.'],
      ] as const
    )
      .filter(([, value]) => value === null || value <= 0)
      .map(([field, , fix]) => fail(field, 'This limit is not set.', fix)),

  quarantine: ({ quarantine }) =>
    quarantine === null
      ? []
      : [
          fail(
            'quarantine',
            `The provider changed it since it was written: ${quarantine}`,
            'Take over what the provider lists now where it is right; then a reviewer releases it.',
          ),
        ],

  decision: ({ decision, nobodyToDecide }) => {
    const fix = nobodyToDecide
      ? 'Nobody who wrote no part of it may decide yet: invite a second person as reviewer or admin.'
      : 'A reviewer or admin who wrote no part of it decides.';
    if (!decision) return [fail('decision', 'Nobody has decided this change yet.', fix)];
    if (!decision.authors.includes(decision.decidedBy)) return [];
    return [fail('decision', 'It was decided by somebody who wrote a part of it.', fix)];
  },

  smoke: (facts) => {
    const { smoke } = facts;
    if (!smoke.declared || !allowsSmoke(facts) || smoke.outcome === 'passed') return [];
    return smoke.outcome === 'failed'
      ? [
          fail(
            'smoke',
            `The smoke call failed${smoke.detail ? `: ${smoke.detail}` : '.'}`,
            'Repair the capability or its safe example, then run the smoke call again.',
          ),
        ]
      : [
          fail(
            'smoke',
            'The smoke call has not been run.',
            'Run it: it calls the capability once with its safe example.',
          ),
        ];
  },

  deprecation: ({ deprecation, now }) => {
    if (!deprecation) {
      return [
        fail(
          'deprecation',
          'It is not said when it ends.',
          'Set when it is announced, when it is disabled, and what replaces it.',
        ),
      ];
    }
    const failures = [];
    if (deprecation.disableAt.getTime() <= deprecation.announcedAt.getTime()) {
      failures.push(
        fail(
          'deprecation.disable_at',
          'It would end before it is announced.',
          'Choose an end after the announcement.',
        ),
      );
    } else if (deprecation.disableAt.getTime() <= now.getTime()) {
      failures.push(
        fail(
          'deprecation.disable_at',
          'This end has passed already.',
          'Choose an end that lies ahead; to stop it now, use the emergency disable.',
        ),
      );
    }
    if (deprecation.replacementProblem !== null) {
      failures.push(
        fail(
          'deprecation.replacement',
          deprecation.replacementProblem,
          'Choose a replacement that is live and does not lead back here, or none.',
        ),
      );
    }
    return failures;
  },

  'disable-at': ({ deprecation, now }) =>
    deprecation && deprecation.disableAt.getTime() <= now.getTime()
      ? []
      : [
          fail(
            'deprecation.disable_at',
            deprecation
              ? `Its end was announced for ${deprecation.disableAt.toISOString()}.`
              : 'No end was announced.',
            'Wait until then, or move the date; to stop it now, use the emergency disable.',
          ),
        ],
};

function smokeAdvice(facts: GateFacts): GateFailure[] {
  const calm = facts.risk === 'LOW' || facts.risk === 'MEDIUM';
  if (facts.smoke.declared || !calm) return [];
  return [
    {
      gate: 'smoke',
      severity: 'warning',
      ...fail(
        'smoke',
        'No safe example is declared, so nobody has seen it work.',
        'Declare arguments that do no harm, then run the smoke call.',
      ),
    },
  ];
}

function fail(field: string, message: string, fix: string) {
  return { field, message, fix };
}
