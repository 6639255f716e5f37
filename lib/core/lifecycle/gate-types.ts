import type { Risk, Status } from '@/lib/core/shared/domain';

export type GateId =
  | 'owner'
  | 'owner-consent'
  | 'recertification'
  | 'description'
  | 'input-schema'
  | 'scopes'
  | 'risk'
  | 'approval'
  | 'limits'
  | 'quarantine'
  | 'decision'
  | 'smoke'
  | 'deprecation'
  | 'disable-at';

export type GateFailure = {
  gate: GateId;
  /** The field of the contract to look at. */
  field: string;
  message: string;
  /** What to do about it, as an instruction. */
  fix: string;
  /** Warnings are shown and do not stop the move. */
  severity: 'error' | 'warning';
};

/** What the gates look at. Findings and compilations are made elsewhere and passed in. */
export type GateFacts = {
  status: Status;
  ownerTeam: { name: string; live: boolean; activeMembers: number } | null;
  recertificationOverdue: boolean;
  /** Where a change hands it to another team: whether that team agreed. Absent: its owner stays. */
  ownerConsent?: { to: string; state: 'given' | 'open' | 'refused' | 'none' } | null;
  lint: readonly {
    rule: string;
    severity: 'error' | 'warning' | 'info';
    message: string;
    suggestion: string;
  }[];
  /** Why the input schema does not compile; null when it does. */
  inputSchemaError: string | null;
  /** `null`: nobody said; `[]`: none, on purpose. */
  scopes: readonly string[] | null;
  risk: Risk | null;
  approvalRequired: boolean;
  /** The written reason why no approval on call is needed. */
  approvalWaiver: string | null;
  limits: {
    timeoutMs: number | null;
    callsPerRun: number | null;
    ratePerMinute: number | null;
  };
  /** What the provider changed that waits for a person; null when nothing does. */
  quarantine: string | null;
  decision: { decidedBy: string; authors: readonly string[] } | null;
  /** Everybody who could decide wrote a part of it, or there is nobody. */
  nobodyToDecide: boolean;
  readOnly: boolean;
  smoke: { declared: boolean; outcome: 'passed' | 'failed' | 'not-run'; detail?: string | null };
  deprecation: { announcedAt: Date; disableAt: Date; replacementProblem: string | null } | null;
  now: Date;
};
