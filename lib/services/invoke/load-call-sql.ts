/**
 * $1 tenant, $2 agent, $3 capability id, $4 the moment that decides which minor is served. An id in `shared` is taken for all tenants, so at most
 * one capability matches.
 */
export const LOAD_CALL_SQL = `
WITH cap AS (
  SELECT * FROM capabilities WHERE id = $3 AND tenant_id IN ($1, 'shared') LIMIT 1
)
SELECT
  (SELECT jsonb_build_object(
      'id', a.id, 'name', a.name, 'active', a.active, 'roles', a.roles,
      'allowedProviders', a.allowed_providers, 'ownerTeamId', a.owner_team_id,
      'major', (SELECT m.major FROM agent_majors m
        WHERE m.tenant_id = $1 AND m.agent_id = $2 AND m.capability_id = $3))
    FROM agents a WHERE a.tenant_id = $1 AND a.id = $2) AS agent,
  jsonb_build_object(
    'tenantId', c.tenant_id, 'id', c.id, 'name', c.name, 'type', c.type, 'status', c.status,
    'risk', c.risk, 'tags', c.tags, 'ownerTeamId', c.owner_team_id,
    'approvalRequired', c.approval_required, 'approvalWaiver', c.approval_waiver,
    'requiredRoles', c.required_roles, 'requiredScopes', c.required_scopes,
    'timeoutMs', c.timeout_ms, 'callsPerRun', c.calls_per_run,
    'ratePerMinute', c.rate_per_minute, 'maxOutputBytes', c.max_output_bytes,
    'quarantineReason', CASE WHEN c.quarantined_at IS NULL THEN NULL
      ELSE coalesce(c.quarantine_reason, 'drift') END,
    'currentMajor', c.current_major, 'currentMinor', c.current_minor) AS capability,
  (SELECT jsonb_agg(jsonb_build_object(
      'major', m.major, 'minor', coalesce(v.minor, m.current_minor), 'state', m.state,
      'since', v.since, 'currentFrom', m.current_from))
    FROM capability_majors m
    LEFT JOIN LATERAL (
      SELECT max(x.minor) FILTER (WHERE x.effective_from <= $4) AS minor,
        min(x.effective_from) AS since
      FROM capability_versions x
      WHERE x.tenant_id = m.tenant_id AND x.capability_id = m.capability_id
        AND x.major = m.major AND x.withdrawn_at IS NULL) v ON true
    WHERE m.tenant_id = c.tenant_id AND m.capability_id = c.id) AS majors,
  (SELECT jsonb_agg(jsonb_build_object(
      'major', d.major, 'disableAt', d.disable_at,
      'replacementId', d.replacement_id, 'replacementMajor', d.replacement_major,
      'migrationNote', d.migration_note, 'argumentMapping', d.argument_mapping))
    FROM deprecations d
    WHERE d.tenant_id = c.tenant_id AND d.capability_id = c.id
      AND d.withdrawn_at IS NULL) AS deprecations,
  (SELECT jsonb_agg(jsonb_build_object(
      'targetKind', g.target_kind, 'target', g.target, 'discover', g.discover,
      'invoke', g.invoke, 'scopes', g.scopes, 'until', g.until, 'major', g.major))
    FROM grants g WHERE g.tenant_id = $1 AND g.agent_id = $2) AS grants,
  (SELECT jsonb_agg(jsonb_build_object(
      'id', b.id, 'upstreamName', b.upstream_name, 'surface', b.surface, 'region', b.region,
      'forTenantId', b.for_tenant_id, 'costPerCall', b.cost_per_call, 'priority', b.priority,
      'freshness', b.freshness_seconds, 'health', p.health, 'availability', b.availability,
      'availabilityReason', b.availability_reason,
      'provider', jsonb_build_object(
        'tenantId', p.tenant_id, 'id', p.id, 'kind', p.kind, 'location', p.location,
        'transport', p.transport, 'endpoint', p.endpoint, 'credentialRef', p.credential_ref,
        'source', p.source, 'backendId', p.backend_id)))
    FROM bindings b JOIN providers p ON p.tenant_id = b.tenant_id AND p.id = b.provider_id
    WHERE b.tenant_id = c.tenant_id AND b.capability_id = c.id AND b.removed_at IS NULL
      AND p.archived_at IS NULL) AS bindings,
  (SELECT jsonb_agg(jsonb_build_object(
      'incidentId', i.id, 'kind', i.target_kind, 'tenantId', i.tenant_id, 'id', i.target_id,
      'reason', i.reason))
    FROM incidents i
    WHERE i.restored_at IS NULL AND i.tenant_id IN ($1, 'shared')) AS incidents
FROM cap c`;
