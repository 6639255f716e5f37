-- What the schema language cannot say: closed vocabularies, append-only records, id reservation,
-- and the rows that must exist before the first request.

-- Closed vocabularies -----------------------------------------------------------------------
ALTER TABLE role_assignments ADD CONSTRAINT role_assignments_role_check
  CHECK (role IN ('admin', 'reviewer', 'auditor', 'member'));
ALTER TABLE users ADD CONSTRAINT users_email_lower_check CHECK (email = lower(email));
ALTER TABLE agents
  ADD CONSTRAINT agents_risk_ceiling_check CHECK (risk_ceiling IN ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  ADD CONSTRAINT agents_top_k_check CHECK (top_k BETWEEN 1 AND 100),
  ADD CONSTRAINT agents_unhealthy_policy_check CHECK (unhealthy_policy IN ('hide', 'rank_down'));
ALTER TABLE grants
  ADD CONSTRAINT grants_target_kind_check CHECK (target_kind IN ('capability', 'provider', 'tag', 'type')),
  ADD CONSTRAINT grants_gives_check CHECK (discover OR invoke);
ALTER TABLE providers
  ADD CONSTRAINT providers_kind_check CHECK (kind IN ('internal', 'mcp', 'api', 'db', 'workflow', 'agent')),
  ADD CONSTRAINT providers_location_check CHECK (location IN ('local', 'remote')),
  ADD CONSTRAINT providers_transport_check CHECK (transport IN ('stdio', 'streamable_http', 'none')),
  ADD CONSTRAINT providers_source_check CHECK (source IN ('file', 'catalog')),
  -- Commands come from the providers file only; a row made in the catalog can never start one.
  ADD CONSTRAINT providers_stdio_check CHECK (transport <> 'stdio' OR source = 'file'),
  ADD CONSTRAINT providers_endpoint_check CHECK (transport <> 'streamable_http' OR endpoint IS NOT NULL),
  ADD CONSTRAINT providers_risk_floor_check CHECK (risk_floor IN ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  ADD CONSTRAINT providers_health_check CHECK (health IN ('UNKNOWN', 'HEALTHY', 'DEGRADED', 'UNHEALTHY'));
ALTER TABLE syncs
  ADD CONSTRAINT syncs_status_check CHECK (status IN ('RUNNING', 'SUCCEEDED', 'FAILED')),
  ADD CONSTRAINT syncs_trigger_check CHECK (trigger IN ('start', 'schedule', 'manual'));
-- One sync of a provider at a time, whoever asks.
CREATE UNIQUE INDEX syncs_one_running ON syncs (tenant_id, provider_id) WHERE status = 'RUNNING';
ALTER TABLE capabilities
  ADD CONSTRAINT capabilities_id_check CHECK (id ~ '^[a-z0-9_]+(\.[a-z0-9_-]+)+$' AND length(id) <= 128),
  ADD CONSTRAINT capabilities_type_check CHECK (type IN ('MCP_TOOL', 'MCP_RESOURCE', 'MCP_PROMPT', 'REST_TOOL', 'NATIVE_TOOL', 'DB_TOOL', 'SKILL', 'SUB_AGENT', 'WORKFLOW')),
  ADD CONSTRAINT capabilities_surface_check CHECK (surface IN ('tool', 'resource', 'prompt', 'skill', 'agent', 'workflow')),
  ADD CONSTRAINT capabilities_risk_check CHECK (risk IN ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  ADD CONSTRAINT capabilities_status_check CHECK (status IN ('DRAFT', 'REVIEW', 'PRODUCTION', 'DEPRECATED', 'DISABLED')),
  ADD CONSTRAINT capabilities_limits_check CHECK (
    timeout_ms BETWEEN 100 AND 600000 AND calls_per_run BETWEEN 1 AND 10000
    AND rate_per_minute BETWEEN 1 AND 100000 AND max_output_bytes BETWEEN 1024 AND 67108864),
  -- What is live has a version agents can be shown.
  ADD CONSTRAINT capabilities_live_version_check CHECK (
    status NOT IN ('PRODUCTION', 'DEPRECATED') OR (current_major IS NOT NULL AND current_minor IS NOT NULL)),
  ADD CONSTRAINT capabilities_dismissed_check CHECK (dismissed_at IS NULL OR status = 'DRAFT');
ALTER TABLE capability_majors
  ADD CONSTRAINT capability_majors_state_check CHECK (state IN ('live', 'sunset', 'retired'));
ALTER TABLE capability_versions
  ADD CONSTRAINT capability_versions_number_check CHECK (major >= 1 AND minor >= 0);
ALTER TABLE deprecations
  ADD CONSTRAINT deprecations_order_check CHECK (disable_at >= announced_at);
ALTER TABLE bindings
  ADD CONSTRAINT bindings_availability_check CHECK (availability IN ('available', 'degraded', 'unavailable')),
  ADD CONSTRAINT bindings_health_check CHECK (health IN ('UNKNOWN', 'HEALTHY', 'DEGRADED', 'UNHEALTHY')),
  ADD CONSTRAINT bindings_cost_check CHECK (cost_per_call >= 0);
ALTER TABLE drifts
  ADD CONSTRAINT drifts_kind_check CHECK (kind IN ('text', 'instruction', 'schema-compatible', 'schema-breaking', 'risk-flip', 'removed'));
ALTER TABLE skills
  ADD CONSTRAINT skills_fallback_check CHECK (fallback_policy IN ('direct-answer', 'refuse', 'ask'));
ALTER TABLE change_requests
  ADD CONSTRAINT change_requests_status_check CHECK (status IN ('OPEN', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  ADD CONSTRAINT change_requests_kind_check CHECK (kind IN ('promote', 'edit', 'publish', 'rollback', 'deprecate', 'withdraw_deprecation', 'disable'));
-- One open proposal of a kind for a capability.
CREATE UNIQUE INDEX change_requests_one_open ON change_requests (tenant_id, capability_id, kind) WHERE status = 'OPEN';
ALTER TABLE change_decisions
  ADD CONSTRAINT change_decisions_decision_check CHECK (decision IN ('approve', 'reject'));
ALTER TABLE approvals
  ADD CONSTRAINT approvals_status_check CHECK (status IN ('PENDING', 'APPROVED', 'DENIED', 'EXPIRED', 'USED')),
  ADD CONSTRAINT approvals_risk_check CHECK (risk IN ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL'));
ALTER TABLE access_requests
  ADD CONSTRAINT access_requests_status_check CHECK (status IN ('PENDING', 'APPROVED', 'DENIED', 'WITHDRAWN'));
ALTER TABLE incidents
  ADD CONSTRAINT incidents_target_kind_check CHECK (target_kind IN ('capability', 'provider', 'agent', 'backend')),
  ADD CONSTRAINT incidents_reason_check CHECK (length(btrim(reason)) > 0),
  -- The database's own four eyes: who pressed never restores.
  ADD CONSTRAINT incidents_four_eyes_check CHECK (restored_by IS NULL OR restored_by <> opened_by);
CREATE INDEX incidents_open ON incidents (tenant_id, target_kind, target_id) WHERE restored_at IS NULL;
ALTER TABLE incident_replicas
  ADD CONSTRAINT incident_replicas_how_check CHECK (how IN ('acknowledged', 'lease_expired'));
ALTER TABLE invocation_starts
  ADD CONSTRAINT invocation_starts_refused_check CHECK (refused IN ('DENIED', 'INVALID', 'LIMITED', 'APPROVAL_PENDING'));
ALTER TABLE invocation_ends
  ADD CONSTRAINT invocation_ends_status_check CHECK (status IN ('SUCCEEDED', 'TOOL_ERROR', 'UPSTREAM_ERROR', 'TIMEOUT', 'CANCELLED', 'UNKNOWN'));
ALTER TABLE idempotency_keys
  ADD CONSTRAINT idempotency_keys_state_check CHECK (state IN ('RUNNING', 'DONE'));
ALTER TABLE audit_events
  ADD CONSTRAINT audit_events_actor_kind_check CHECK (actor_kind IN ('user', 'agent', 'system')),
  ADD CONSTRAINT audit_events_door_check CHECK (door IN ('console', 'rest', 'mcp', 'job', 'cli'));

-- Append-only records -----------------------------------------------------------------------
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER invocation_starts_append_only BEFORE UPDATE OR DELETE ON invocation_starts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invocation_starts_no_truncate BEFORE TRUNCATE ON invocation_starts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invocation_ends_append_only BEFORE UPDATE OR DELETE ON invocation_ends
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invocation_ends_no_truncate BEFORE TRUNCATE ON invocation_ends
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_checkpoints_append_only BEFORE UPDATE OR DELETE ON ledger_checkpoints
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER capability_versions_immutable BEFORE UPDATE OF description, title, input_schema, output_schema, annotations, schema_hash ON capability_versions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER capability_ids_append_only BEFORE UPDATE OR DELETE ON capability_ids
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Capability ids: never reused, and an id in `shared` is taken for every tenant ---------------
CREATE FUNCTION reserve_capability_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.id = OLD.id AND NEW.tenant_id = OLD.tenant_id THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.status <> 'DRAFT' THEN
    RAISE EXCEPTION 'capability id % is fixed once submitted', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  -- Two tenants asking for the same id at once wait for each other.
  PERFORM pg_advisory_xact_lock(hashtextextended('capability_id:' || NEW.id, 0));
  IF EXISTS (
    SELECT 1 FROM capability_ids
    WHERE id = NEW.id
      AND (tenant_id = NEW.tenant_id OR tenant_id = 'shared' OR NEW.tenant_id = 'shared')
  ) THEN
    RAISE EXCEPTION 'capability id % is taken', NEW.id USING ERRCODE = 'unique_violation', CONSTRAINT = 'capability_ids_taken';
  END IF;
  INSERT INTO capability_ids (tenant_id, id) VALUES (NEW.tenant_id, NEW.id);
  RETURN NEW;
END $$;
CREATE TRIGGER capabilities_reserve_id BEFORE INSERT OR UPDATE OF id, tenant_id ON capabilities
  FOR EACH ROW EXECUTE FUNCTION reserve_capability_id();

-- Text search over the catalog's table in the console ----------------------------------------
CREATE INDEX capabilities_text ON capabilities
  USING gin (to_tsvector('simple', id || ' ' || name || ' ' || title || ' ' || description));

-- Rows that must exist ------------------------------------------------------------------------
INSERT INTO schema_compat (id, schema_version, oldest_build) VALUES (1, 1, 1);
INSERT INTO kill_epoch (id, epoch) VALUES (1, 0);
INSERT INTO tenants (id, name) VALUES ('shared', 'Shared');
