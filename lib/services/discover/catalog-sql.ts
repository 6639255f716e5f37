/**
 * Live capabilities with the texts of their majors, bindings and deprecations. $1 tenant or null
 * for all, $2 ids or null for all of the tenant.
 */
export const LOAD_CATALOG_SQL = `
SELECT c.tenant_id, c.id, c.surface_id, c.name, c.type, c.surface, c.status, c.risk, c.tags,
  c.required_roles, c.approval_required,
  coalesce(btrim(c.approval_waiver), '') <> '' AS approval_waived,
  c.quarantined_at IS NOT NULL AS quarantined, c.current_major,
  (SELECT jsonb_agg(jsonb_build_object('major', m.major, 'state', m.state,
      'currentFrom', m.current_from,
      'since', (SELECT min(s.effective_from) FROM capability_versions s
        WHERE s.tenant_id = m.tenant_id AND s.capability_id = m.capability_id
          AND s.major = m.major AND s.withdrawn_at IS NULL),
      'texts', (SELECT jsonb_agg(jsonb_build_object('minor', v.minor, 'from', v.effective_from,
          'title', v.title, 'description', v.description) ORDER BY v.minor DESC)
        FROM capability_versions v
        WHERE v.tenant_id = m.tenant_id AND v.capability_id = m.capability_id
          AND v.major = m.major AND v.minor >= m.current_minor AND v.withdrawn_at IS NULL)))
    FROM capability_majors m
    WHERE m.tenant_id = c.tenant_id AND m.capability_id = c.id) AS majors,
  (SELECT jsonb_agg(jsonb_build_object('major', d.major, 'disableAt', d.disable_at,
      'replacementId', d.replacement_id, 'replacementMajor', d.replacement_major))
    FROM deprecations d
    WHERE d.tenant_id = c.tenant_id AND d.capability_id = c.id
      AND d.withdrawn_at IS NULL) AS deprecations,
  (SELECT jsonb_agg(jsonb_build_object('id', b.id, 'providerId', p.id,
      'providerTenantId', p.tenant_id, 'providerName', p.name, 'backendId', p.backend_id,
      'region', b.region, 'forTenantId', b.for_tenant_id, 'cost', b.cost_per_call,
      'freshnessSeconds', b.freshness_seconds, 'priority', b.priority, 'health', p.health,
      'availability', b.availability))
    FROM bindings b JOIN providers p ON p.tenant_id = b.tenant_id AND p.id = b.provider_id
    WHERE b.tenant_id = c.tenant_id AND b.capability_id = c.id AND b.removed_at IS NULL
      AND p.archived_at IS NULL) AS bindings,
  (SELECT v.input_schema FROM capability_versions v
    WHERE v.tenant_id = c.tenant_id AND v.capability_id = c.id
      AND v.major = c.current_major AND v.minor = c.current_minor) AS input_schema
FROM capabilities c
WHERE c.status IN ('PRODUCTION', 'DEPRECATED')
  AND ($1::text IS NULL OR c.tenant_id = $1)
  AND ($2::text[] IS NULL OR c.id = ANY($2))
  AND ($3::text IS NULL OR (c.tenant_id, c.id) > ($3, $4))
ORDER BY c.tenant_id, c.id
LIMIT $5`;

/** $1 tenant, $2 agent: all that decides what the agent may discover. */
export const LOAD_AGENT_SQL = `
SELECT jsonb_build_object(
  'tenantId', a.tenant_id, 'id', a.id, 'active', a.active, 'roles', a.roles,
  'allowedProviders', a.allowed_providers, 'topK', a.top_k, 'riskCeiling', a.risk_ceiling,
  'unhealthyPolicy', a.unhealthy_policy, 'smallCatalogAll', a.small_catalog_all,
  'profileId', a.profile_id, 'resolverEnabled', a.resolver_enabled,
  'profileTags', coalesce((SELECT to_jsonb(p.tags) FROM profiles p
    WHERE p.tenant_id = a.tenant_id AND p.id = a.profile_id), '[]'::jsonb),
  'grants', coalesce((SELECT jsonb_agg(jsonb_build_object(
      'kind', g.target_kind, 'target', g.target, 'discover', g.discover, 'invoke', g.invoke,
      'scopes', g.scopes, 'until', g.until, 'major', g.major) ORDER BY g.target_kind, g.target)
    FROM grants g WHERE g.tenant_id = a.tenant_id AND g.agent_id = a.id), '[]'::jsonb),
  'pins', coalesce((SELECT jsonb_agg(n.capability_id ORDER BY n.position, n.capability_id)
    FROM agent_pins n WHERE n.tenant_id = a.tenant_id AND n.agent_id = a.id), '[]'::jsonb),
  'settings', coalesce((SELECT s.value FROM settings s
    WHERE s.tenant_id = a.tenant_id AND s.key = 'values'), '{}'::jsonb)
)::text AS agent
FROM agents a WHERE a.tenant_id = $1 AND a.id = $2`;
