/** What the overview page is given. */

export type RecentCall = {
  invocation_id: string;
  agent_id: string;
  agent_name: string;
  capability_id: string;
  provider_id: string | null;
  /** Null while it runs. */
  status: string | null;
  latency_ms: number | null;
  started_at: string;
};

export type RecentIncident = {
  id: string;
  target_kind: string;
  target_id: string;
  reason: string;
  opened_by_name: string;
  opened_at: string;
  restored_at: string | null;
};

export type Waiting = { id: string; title: string; detail: string; at: string };

export type Overview = {
  /** The first page of each list, and how many there are in all. */
  decide: { items: Waiting[]; total: number };
  approvals: { items: Waiting[]; total: number };
  /** Access that agents ask for, to capabilities of this person's teams. */
  access: { items: Waiting[]; total: number };
  /** Open incidents this person may restore: somebody else pressed. */
  restore: { items: Waiting[]; total: number };
  counts: {
    my_drafts: number;
    /** Offers that wait for a yes of this person. */
    my_offers: number;
    /** Overdue recertifications of this person's teams. */
    my_overdue: number;
    drafts: number;
    review: number;
    live: number;
    quarantined: number;
    drifted: number;
    orphans: number;
    overdue: number;
    failing_providers: number;
    open_incidents: number;
    providers: number;
    agents: number;
    people: number;
    calls_24h: number;
    failed_24h: number;
  };
  recent_calls: RecentCall[];
  recent_incidents: RecentIncident[];
  /** Which numbers of the ledger this person may see: all, of own teams, or none. */
  ledger: 'all' | 'own' | 'none';
};

export type FirstStep = {
  done: boolean;
  title: string;
  detail: string;
  href: string;
  action: string;
};
