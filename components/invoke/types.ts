import type { Risk } from '@/lib/core/shared/domain';
import type { JsonObject } from '@/lib/core/shared/json';
import type { DecisionAnswer } from '@/lib/schemas/invoke';
import type { CallOutcome, TryDecision } from '@/lib/schemas/try-call';

export type TriedCapability = {
  id: string;
  tenantId: string;
  name: string;
  risk: Risk;
  approvalRequired: boolean;
  inputSchema: JsonObject;
  /** By version, for an agent that is on another one than the newest. */
  schemas?: Readonly<Record<string, JsonObject>>;
  /** Arguments its owner declared harmless. */
  safeExample?: JsonObject | null;
};

type Result<T> = Promise<{ ok: true; data: T } | { ok: false; error: { message: string } }>;

export type OnAsk = (input: TryDecision) => Result<DecisionAnswer>;
export type OnCall = (input: {
  id: string;
  agent_id: string;
  arguments: JsonObject;
  approval_id?: string;
}) => Result<CallOutcome>;
