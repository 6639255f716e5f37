import type { FieldDiff } from '@/lib/core/diff/fields';
import type { Risk, Status } from '@/lib/core/shared/domain';
import type { BindingAnswer } from './bindings';
import type { CapabilityAnswer } from './capability-answers';
import type { ChangeComment, ChangeRequestAnswer, ChangeReview } from './change-requests';
import type { DeprecationBody, DeprecationReport, MajorList } from './deprecation';
import type { CompatChange, VersionAnswer, VersionCheck } from './versions';

/** What the console's pages of the catalog are given: plain data, made by the read models. */

export type CallCounts = {
  agents: number;
  calls24h: number;
  calls30d: number;
  failed24h: number;
  lastAt: string | null;
};

export type AccessRow = {
  tenant_id: string;
  agent_id: string;
  agent_name: string;
  owner: string;
  target_kind: string;
  target: string;
  discover: boolean;
  invoke: boolean;
  scopes: string[];
  until: string | null;
  /** Why the grant does not reach it after all: an ended grant, the provider list, a required role. */
  blocked: string | null;
  pinned: boolean;
};

export type HistoryRow = {
  id: string;
  at: string;
  actor_kind: string;
  actor_name: string;
  action: string;
  door: string;
  reason: string | null;
  /** Fields that changed, with both values where the trail has them. */
  changes: { field: string; before: unknown; after: unknown }[];
};

export type Move = {
  to: Status;
  label: string;
  allowed: boolean;
  reasons: string[];
  needsDecision: boolean;
};
export type Gate = { field: string; message: string; fix: string; severity: 'error' | 'warning' };
export type Ends = {
  id: string;
  major: number | null;
  announced_at: string;
  disable_at: string;
  replacement_id: string | null;
  replacement_major: number | null;
  migration_note: string;
};
export type OpenIncidentRow = {
  id: string;
  target_kind: string;
  target_id: string;
  reason: string;
  opened_at: string;
  opened_by_name: string;
};

/** Everything the capability's page shows, as plain data. */
export type CapabilityView = {
  capability: CapabilityAnswer;
  owner_name: string;
  created_by_name: string;
  versions: VersionAnswer[];
  majors: MajorList;
  bindings: BindingAnswer[];
  deprecations: Ends[];
  incidents: OpenIncidentRow[];
  drifts: { kind: string; detected_at: string }[];
  change_requests: ChangeRequestAnswer[];
  calls: CallCounts;
  access: AccessRow[];
  /** Null: this person may not read the trail of this capability. */
  history: HistoryRow[] | null;
  moves: Move[];
  next: { to: Status; label: string; needs: string[]; gates: Gate[]; allowed: boolean } | null;
  may: {
    edit: boolean;
    edit_reasons: string[];
    publish: boolean;
    deprecate: boolean;
    attest: boolean;
    smoke: boolean;
    dismiss: boolean;
    decide_quarantine: boolean;
    open_incident: boolean;
    open_incident_reasons: string[];
  };
};

/** Two versions beside each other. */
export type VersionComparison = {
  from: string;
  to: string;
  verdict: VersionCheck['verdict'];
  changes: CompatChange[];
  fields: FieldDiff[];
};

/** What is kept with a request of who is hit, and the end it announces or takes back. */
export type ChangeImpact = {
  check: VersionCheck | null;
  report: DeprecationReport | null;
  deprecation: DeprecationBody | null;
  withdraw: { major: number | null; disable_at: string } | null;
};

export type ChangeRequestView = ChangeImpact & {
  request: ChangeRequestAnswer;
  capability: { id: string; name: string; status: Status; risk: Risk; owner: string };
  authors: { id: string; name: string }[];
  submitted_by_name: string;
  decisions: (ChangeReview['decisions'][number] & { by: string; for: string | null })[];
  comments: (ChangeComment & { by: string })[];
  conflicts: ChangeReview['conflicts'];
  diff: FieldDiff[];
  gates: Gate[];
  /** Comparison of the contracts and the number it would get; null when no version is made. */
  publish: { verdict: string; changes: CompatChange[]; next: string; breaking: boolean } | null;
  calls: CallCounts;
  may: {
    decide: boolean;
    /** False for who has said yes already, by themselves or by whom they stand in for. */
    approve: boolean;
    decide_reasons: string[];
    withdraw: boolean;
    edit: boolean;
    comment: boolean;
  };
};

export type ChangeRequestListRow = ChangeRequestAnswer & {
  submitted_by_name: string;
  /** Whole days since it was proposed; null once it is closed. */
  waiting_days: number | null;
  /** The admins were told that it waits too long. */
  overdue: boolean;
  may_decide: boolean;
};
