import type { Door, IncidentTargetKind, Risk } from '@/lib/core/shared/domain';
import type { Json } from '@/lib/core/shared/json';

export type RefusedStatus = 'DENIED' | 'INVALID' | 'LIMITED' | 'APPROVAL_PENDING';
export type EndStatus =
  | 'SUCCEEDED'
  | 'TOOL_ERROR'
  | 'UPSTREAM_ERROR'
  | 'TIMEOUT'
  | 'CANCELLED'
  | 'UNKNOWN';

/** SQL that must succeed together with a start record, or the call does not start. */
export type BoundStatement = {
  /** One name a text: the connection keeps it prepared. */
  name: string;
  sql: string;
  values: unknown[];
  mustAffect: number;
};

/** One more in a counter, together with a start record, and only up to the counter's bound. */
export type Count = {
  tenantId: string;
  key: string;
  /** Which of the key's windows, by its start; counters that never end have the epoch. */
  windowStart: Date;
  /** Counts of one key and window that bear the same name add one between them. */
  name: string;
  bound: number;
  /** Counts only while there is no counter of this key at the epoch. */
  unlessKey: string | null;
};

/** The first record of a call, or the only one of a refused call. */
export type StartRecord = {
  invocationId: string;
  tenantId: string;
  runId?: string | null;
  agentId: string;
  agentName: string;
  userId?: string | null;
  subject: string;
  /** What the caller says of the subject; recorded, decides nothing. */
  subjectClaimed?: string | null;
  capabilityTenantId: string;
  capabilityId: string;
  capabilityName: string;
  version: string;
  risk: Risk;
  /** Tenant of provider and backend; the capability's own when absent. */
  providerTenantId?: string | null;
  providerId?: string | null;
  backendId?: string | null;
  approvalId?: string | null;
  door: Door;
  requestId: string;
  argumentShape: Json;
  argumentsDigest: string;
  startedAt: Date;
  refused?: { status: RefusedStatus; reason: string } | null;
  /** Limits this call counts against; over any bound it does not start and counts in none. */
  counts?: Count[];
  /** Run before the record in its transaction, for example to use up an approval. */
  inSameTransaction?: BoundStatement[];
};

export type EndRecord = {
  invocationId: string;
  tenantId: string;
  status: EndStatus;
  providerId?: string | null;
  latencyMs: number;
  /** In the install's one currency, at most six decimals. */
  cost: number;
  outputBytes?: number | null;
  errorClass?: string | null;
  endedAt: Date;
};

export type StoppedBy = {
  incidentId: string;
  targetKind: IncidentTargetKind;
  targetId: string;
  reason: string;
};

export type StartOutcome =
  | { started: true }
  | { started: false; stoppedBy: StoppedBy }
  | { started: false; overLimit: true }
  /** Index into `inSameTransaction` of the statement that affected another number of rows. */
  | { started: false; failedStatement: number };

export type LedgerWriter = {
  readonly writerId: string;
  /**
   * Resolves once the record is committed, or refused by an open incident or by a bound statement.
   * @throws ServiceError UNAVAILABLE when the database did not take it: the call must not go out.
   */
  start(record: StartRecord): Promise<StartOutcome>;
  /**
   * Resolves once the record is committed, or was already ended (as UNKNOWN, by another writer).
   * @throws ServiceError UNAVAILABLE when the database did not take it.
   */
  end(record: EndRecord): Promise<void>;
  /** Waits for what is queued and takes nothing more. */
  close(): Promise<void>;
};
