import type { IncidentTargetKind } from '@/lib/core/shared/domain';

export type Located = { tenantId: string; id: string };

/** Everything an incident could name about one call, by the binding it would use. */
export type CallTargets = {
  /** Tenant of the agent. */
  tenantId: string;
  agent?: string | undefined;
  capability: Located;
  providers: readonly Located[];
  /** Backends live in the tenant of their providers, which is the capability's. */
  backendIds: readonly string[];
};

export type TargetRef = { kind: IncidentTargetKind; tenantId: string; id: string };

export function targetKey(target: TargetRef): string {
  return `${target.kind}\n${target.tenantId}\n${target.id}`;
}

/** The keys of all that a call touches; one hit among the open incidents stops it. */
export function keysOf(call: CallTargets): string[] {
  const keys = [targetKey({ kind: 'capability', ...call.capability })];
  if (call.agent !== undefined) {
    keys.push(targetKey({ kind: 'agent', tenantId: call.tenantId, id: call.agent }));
  }
  for (const provider of call.providers) keys.push(targetKey({ kind: 'provider', ...provider }));
  for (const id of call.backendIds) {
    keys.push(targetKey({ kind: 'backend', tenantId: call.capability.tenantId, id }));
  }
  return keys;
}
