import type { EndRecord, StartRecord } from './records';

/** Where a record stands in its writer's chain. */
export type Link = { writer_id: string; seq: string; prev_hash: string; hash: string };

/** Columns of `invocation_starts` without the chain's own, ready for a JSON recordset. */
export function startColumns(record: StartRecord) {
  return {
    invocation_id: record.invocationId,
    tenant_id: record.tenantId,
    run_id: record.runId ?? null,
    agent_id: record.agentId,
    agent_name: record.agentName,
    user_id: record.userId ?? null,
    subject: record.subject,
    subject_claimed: record.subjectClaimed ?? null,
    capability_tenant_id: record.capabilityTenantId,
    capability_id: record.capabilityId,
    capability_name: record.capabilityName,
    version: record.version,
    risk: record.risk,
    provider_id: record.providerId ?? null,
    backend_id: record.backendId ?? null,
    approval_id: record.approvalId ?? null,
    door: record.door,
    request_id: record.requestId,
    argument_shape: record.argumentShape,
    arguments_digest: record.argumentsDigest,
    refused: record.refused?.status ?? null,
    refused_reason: record.refused?.reason ?? null,
    started_at: record.startedAt.toISOString(),
  };
}
export type StartColumns = ReturnType<typeof startColumns>;

/** Columns of `invocation_ends` without the chain's own. */
export function endColumns(record: EndRecord) {
  return {
    invocation_id: record.invocationId,
    tenant_id: record.tenantId,
    status: record.status as string,
    provider_id: record.providerId ?? null,
    latency_ms: Math.max(0, Math.round(record.latencyMs)),
    cost: record.cost.toFixed(6),
    output_bytes: record.outputBytes ?? null,
    error_class: record.errorClass ?? null,
    ended_at: record.endedAt.toISOString(),
  };
}
export type EndColumns = ReturnType<typeof endColumns>;
