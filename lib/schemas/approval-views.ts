import type { Risk } from '@/lib/core/shared/domain';
import type { APPROVAL_STATUSES, ApprovalView } from './invoke';

export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** A row of the console's table of approvals. */
export type ApprovalRow = {
  id: string;
  status: ApprovalStatus;
  agent: { id: string; name: string };
  capability: { id: string; name: string };
  version: string;
  risk: Risk;
  /** A person's name, or null when the agent calls for itself. */
  subject: string | null;
  requested_at: string;
  expires_at: string;
  decided_by: string | null;
  may_decide: boolean;
};

/** What the table may be asked; see the spec beside the table. */
export type ApprovalTableQuery = {
  filters: Record<string, string[]>;
  page: number;
  pageSize: number;
};

export type ApprovalTable = {
  rows: ApprovalRow[];
  total: number;
  /** Over all that the caller may see, whatever the filters. */
  counts: Record<ApprovalStatus, number>;
};

/** One approval with the names people know its ids by; null where an id is all there is left. */
export type NamedApproval = ApprovalView & {
  agent_name: string | null;
  capability_name: string | null;
  capability_description: string | null;
  subject_name: string | null;
  decided_by_name: string | null;
  /** The caller may not decide, and neither may anybody else of the tenant. */
  nobody_else: boolean;
};
