import type { CapabilityType } from '@/lib/core/shared/domain';
import type { Json, JsonObject, JsonSchema } from '@/lib/core/shared/json';

/** What went wrong outside, in words that metrics and the ledger may keep. */
export type FailureClass =
  | 'timeout'
  | 'cancelled'
  | 'unauthorized'
  | 'forbidden'
  | 'circuit_open'
  | 'connect_failed'
  | 'connection_lost'
  | 'egress_refused'
  | 'process_limit'
  | 'protocol_error'
  | 'input_required'
  | 'output_too_large'
  | 'invalid_target';

export type AdapterFailure = {
  ok: false;
  kind: 'UPSTREAM_ERROR' | 'TIMEOUT' | 'CANCELLED';
  class: FailureClass;
  /** Ours: safe to show to any caller. */
  message: string;
  /** The upstream's own words, cut; for the log and for those who own the provider. */
  detail?: string;
  /** False only where the call certainly never left: then it is safe to try elsewhere. */
  mayHaveRun: boolean;
};

export type AdapterSuccess = {
  ok: true;
  status: 'SUCCEEDED' | 'TOOL_ERROR';
  output: { [key: string]: Json };
  /** What the upstream calls this request, where it says so. */
  upstreamRequestId?: string;
};

export type AdapterResult = AdapterSuccess | AdapterFailure;

/** Headers from the credential broker for one call. Sent, never kept, never logged. */
export type CallCredential = {
  headers: Record<string, string>;
  /** Set when the upstream ties sessions to a principal: calls then share one only within it. */
  partition?: string;
};

export type AdapterCall<Target> = {
  type: CapabilityType;
  target: Target;
  /** The binding's upstream name: tool or prompt name, resource URI or URI template. */
  upstreamName: string;
  arguments: JsonObject;
  /** The schema the arguments were validated against. */
  inputSchema?: JsonSchema;
  timeoutMs: number;
  maxOutputBytes: number;
  signal?: AbortSignal;
  credential?: CallCredential;
};

/** One per way of calling. `invoke` never rejects: what fails is a typed failure. */
export type Adapter<Target> = {
  types: readonly CapabilityType[];
  invoke(call: AdapterCall<Target>): Promise<AdapterResult>;
};

export type AdapterLookup<Target> =
  | { ok: true; adapter: Adapter<Target> }
  | { ok: false; code: 'UNAVAILABLE'; message: string };

export type AdapterRegistry<Target> = {
  find(type: CapabilityType): AdapterLookup<Target>;
};

/** Types for which no adapter was given answer UNAVAILABLE, with the type by name. */
export function createAdapterRegistry<Target>(
  adapters: readonly Adapter<Target>[],
): AdapterRegistry<Target> {
  const byType = new Map(adapters.flatMap((adapter) => adapter.types.map((t) => [t, adapter])));
  return {
    find(type) {
      const adapter = byType.get(type);
      if (adapter) return { ok: true, adapter };
      const message = `Capabilities of type ${type} cannot be called yet: this kind is not installed.`;
      return { ok: false, code: 'UNAVAILABLE', message };
    },
  };
}

/** Where adapters write; a pino logger fits. */
export type AdapterLog = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};
