-- CreateTable
CREATE TABLE "schema_compat" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "schema_version" INTEGER NOT NULL,
    "oldest_build" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "schema_compat_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "replicas" (
    "id" TEXT NOT NULL,
    "build" INTEGER NOT NULL,
    "host" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "heartbeat_at" TIMESTAMPTZ(3) NOT NULL,
    "ack_epoch" BIGINT NOT NULL DEFAULT 0,
    "acked_at" TIMESTAMPTZ(3),
    "stopped_at" TIMESTAMPTZ(3),

    CONSTRAINT "replicas_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tenants" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3),
    "session_epoch" INTEGER NOT NULL DEFAULT 0,
    "row_version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_identities" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_identities_pkey" PRIMARY KEY ("issuer","subject")
);

-- CreateTable
CREATE TABLE "role_assignments" (
    "tenant_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "role_assignments_pkey" PRIMARY KEY ("tenant_id","user_id","role")
);

-- CreateTable
CREATE TABLE "teams" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archived_at" TIMESTAMPTZ(3),
    "row_version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "team_members" (
    "tenant_id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_members_pkey" PRIMARY KEY ("tenant_id","team_id","user_id")
);

-- CreateTable
CREATE TABLE "access_tokens" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "access_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "login_attempts" (
    "key" TEXT NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "login_attempts_pkey" PRIMARY KEY ("key","window_start")
);

-- CreateTable
CREATE TABLE "agents" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "owner_team_id" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "roles" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "profile_id" TEXT,
    "top_k" INTEGER,
    "risk_ceiling" TEXT,
    "allowed_providers" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "small_catalog_all" BOOLEAN NOT NULL DEFAULT false,
    "resolver_enabled" BOOLEAN NOT NULL DEFAULT true,
    "unhealthy_policy" TEXT NOT NULL DEFAULT 'rank_down',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "row_version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "agents_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "agent_keys" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "agent_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "grants" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "target_kind" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "discover" BOOLEAN NOT NULL DEFAULT true,
    "invoke" BOOLEAN NOT NULL DEFAULT false,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "until" TIMESTAMPTZ(3),
    "major" INTEGER,
    "granted_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "grants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "agent_pins" (
    "tenant_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "capability_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "agent_pins_pkey" PRIMARY KEY ("tenant_id","agent_id","capability_id")
);

-- CreateTable
CREATE TABLE "agent_majors" (
    "tenant_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "capability_id" TEXT NOT NULL,
    "major" INTEGER NOT NULL,
    "set_by" TEXT NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_majors_pkey" PRIMARY KEY ("tenant_id","agent_id","capability_id")
);

-- CreateTable
CREATE TABLE "profiles" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "top_k" INTEGER,
    "row_version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "profiles_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "backends" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "owner_team_id" TEXT NOT NULL,
    "row_version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "backends_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "providers" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "kind" TEXT NOT NULL,
    "location" TEXT NOT NULL,
    "transport" TEXT NOT NULL,
    "endpoint" TEXT,
    "credential_ref" TEXT,
    "source" TEXT NOT NULL DEFAULT 'catalog',
    "owner_team_id" TEXT NOT NULL,
    "backend_id" TEXT,
    "default_tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "risk_floor" TEXT NOT NULL DEFAULT 'LOW',
    "protocol_version" TEXT,
    "server_info" JSONB,
    "instructions" TEXT,
    "health" TEXT NOT NULL DEFAULT 'UNKNOWN',
    "health_reason" TEXT,
    "health_at" TIMESTAMPTZ(3),
    "sync_every_seconds" INTEGER,
    "last_synced_at" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archived_at" TIMESTAMPTZ(3),
    "row_version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "providers_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "syncs" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'RUNNING',
    "started_by" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "progress" JSONB NOT NULL DEFAULT '{}',
    "added" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "removed" INTEGER NOT NULL DEFAULT 0,
    "drift" JSONB NOT NULL DEFAULT '[]',
    "rejected" JSONB NOT NULL DEFAULT '[]',
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "error_class" TEXT,
    "error" TEXT,

    CONSTRAINT "syncs_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "capability_ids" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "capability_ids_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "capabilities" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "surface_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "type" TEXT NOT NULL,
    "surface" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "owner_team_id" TEXT NOT NULL,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "risk" TEXT NOT NULL,
    "approval_required" BOOLEAN NOT NULL DEFAULT false,
    "approval_waiver" TEXT,
    "required_roles" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "status" TEXT NOT NULL DEFAULT 'DRAFT',
    "status_changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "input_schema" JSONB NOT NULL DEFAULT '{"type":"object"}',
    "output_schema" JSONB,
    "annotations" JSONB NOT NULL DEFAULT '{}',
    "schema_hash" TEXT NOT NULL,
    "current_major" INTEGER,
    "current_minor" INTEGER,
    "required_scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "optional_scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "scopes_none" BOOLEAN NOT NULL DEFAULT false,
    "timeout_ms" INTEGER NOT NULL DEFAULT 10000,
    "calls_per_run" INTEGER NOT NULL DEFAULT 5,
    "rate_per_minute" INTEGER NOT NULL DEFAULT 60,
    "max_output_bytes" INTEGER NOT NULL DEFAULT 1048576,
    "audit_enabled" BOOLEAN NOT NULL DEFAULT true,
    "trace_enabled" BOOLEAN NOT NULL DEFAULT true,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "safe_example" JSONB,
    "smoked_at" TIMESTAMPTZ(3),
    "smoke_ok" BOOLEAN,
    "findings" JSONB NOT NULL DEFAULT '[]',
    "quarantined_at" TIMESTAMPTZ(3),
    "quarantine_reason" TEXT,
    "dismissed_at" TIMESTAMPTZ(3),
    "attested_at" TIMESTAMPTZ(3),
    "recertify_by" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "row_version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "capabilities_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "capability_authors" (
    "tenant_id" TEXT NOT NULL,
    "capability_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "capability_authors_pkey" PRIMARY KEY ("tenant_id","capability_id","user_id")
);

-- CreateTable
CREATE TABLE "capability_versions" (
    "tenant_id" TEXT NOT NULL,
    "capability_id" TEXT NOT NULL,
    "major" INTEGER NOT NULL,
    "minor" INTEGER NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL,
    "input_schema" JSONB NOT NULL,
    "output_schema" JSONB,
    "annotations" JSONB NOT NULL DEFAULT '{}',
    "schema_hash" TEXT NOT NULL,
    "compatibility" JSONB NOT NULL DEFAULT '{}',
    "effective_from" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "change_request_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "capability_versions_pkey" PRIMARY KEY ("tenant_id","capability_id","major","minor")
);

-- CreateTable
CREATE TABLE "capability_majors" (
    "tenant_id" TEXT NOT NULL,
    "capability_id" TEXT NOT NULL,
    "major" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'live',
    "current_minor" INTEGER NOT NULL,

    CONSTRAINT "capability_majors_pkey" PRIMARY KEY ("tenant_id","capability_id","major")
);

-- CreateTable
CREATE TABLE "deprecations" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "capability_id" TEXT NOT NULL,
    "major" INTEGER,
    "announced_at" TIMESTAMPTZ(3) NOT NULL,
    "disable_at" TIMESTAMPTZ(3) NOT NULL,
    "replacement_id" TEXT,
    "replacement_major" INTEGER,
    "migration_note" TEXT NOT NULL DEFAULT '',
    "argument_mapping" JSONB NOT NULL DEFAULT '{}',
    "compatibility" JSONB NOT NULL DEFAULT '{}',
    "created_by" TEXT NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "deprecations_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "bindings" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "capability_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "surface" TEXT NOT NULL,
    "upstream_name" TEXT NOT NULL,
    "region" TEXT,
    "for_tenant_id" TEXT,
    "cost_per_call" DECIMAL(18,6) NOT NULL DEFAULT 0,
    "priority" INTEGER NOT NULL DEFAULT 100,
    "freshness_seconds" INTEGER,
    "health" TEXT NOT NULL DEFAULT 'UNKNOWN',
    "availability" TEXT NOT NULL DEFAULT 'available',
    "availability_reason" TEXT,
    "live_definition" JSONB NOT NULL DEFAULT '{}',
    "live_hash" TEXT NOT NULL DEFAULT '',
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),
    "row_version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "bindings_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "drifts" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "capability_id" TEXT NOT NULL,
    "binding_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "live_hash" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "detected_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by" TEXT,
    "resolution" TEXT,

    CONSTRAINT "drifts_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "skills" (
    "tenant_id" TEXT NOT NULL,
    "capability_id" TEXT NOT NULL,
    "instructions" TEXT NOT NULL,
    "selectors" JSONB NOT NULL DEFAULT '[]',
    "allowed_tools" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "source_kinds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "fallback_policy" TEXT NOT NULL DEFAULT 'refuse',

    CONSTRAINT "skills_pkey" PRIMARY KEY ("tenant_id","capability_id")
);

-- CreateTable
CREATE TABLE "change_requests" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "capability_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'OPEN',
    "title" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "payload" JSONB NOT NULL DEFAULT '{}',
    "base_row_version" INTEGER NOT NULL,
    "authors" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "impact" JSONB,
    "submitted_by" TEXT NOT NULL,
    "submitted_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "row_version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "change_requests_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "change_decisions" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "change_request_id" TEXT NOT NULL,
    "decision" TEXT NOT NULL,
    "comment" TEXT NOT NULL DEFAULT '',
    "decided_by" TEXT NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "change_decisions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "approvals" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "agent_tenant_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "run_id" TEXT,
    "capability_tenant_id" TEXT NOT NULL,
    "capability_id" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "risk" TEXT NOT NULL,
    "arguments_digest" TEXT NOT NULL,
    "decision_hash" TEXT NOT NULL,
    "argument_shape" JSONB NOT NULL,
    "arguments_sealed" BYTEA,
    "status" TEXT NOT NULL DEFAULT 'PENDING',
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "comment" TEXT NOT NULL DEFAULT '',
    "used_at" TIMESTAMPTZ(3),
    "used_invocation" TEXT,

    CONSTRAINT "approvals_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "access_requests" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "capability_tenant_id" TEXT NOT NULL,
    "capability_id" TEXT NOT NULL,
    "invoke" BOOLEAN NOT NULL DEFAULT true,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "reason" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3),
    "status" TEXT NOT NULL DEFAULT 'PENDING',
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "comment" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "access_requests_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "kill_epoch" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "epoch" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "kill_epoch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "incidents" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "target_kind" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "epoch" BIGINT NOT NULL,
    "opened_by" TEXT NOT NULL,
    "opened_by_name" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "impact" JSONB NOT NULL DEFAULT '{}',
    "cancelled_calls" INTEGER NOT NULL DEFAULT 0,
    "restored_by" TEXT,
    "restored_by_name" TEXT,
    "restored_at" TIMESTAMPTZ(3),
    "restore_reason" TEXT,

    CONSTRAINT "incidents_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "incident_replicas" (
    "tenant_id" TEXT NOT NULL,
    "incident_id" TEXT NOT NULL,
    "replica_id" TEXT NOT NULL,
    "effective_ms" INTEGER,
    "how" TEXT NOT NULL DEFAULT 'acknowledged',

    CONSTRAINT "incident_replicas_pkey" PRIMARY KEY ("tenant_id","incident_id","replica_id")
);

-- CreateTable
CREATE TABLE "receipts" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "user_id" TEXT,
    "query" TEXT NOT NULL,
    "purpose" TEXT NOT NULL DEFAULT '',
    "request" JSONB NOT NULL DEFAULT '{}',
    "preset" TEXT NOT NULL,
    "counts" JSONB NOT NULL,
    "chosen" JSONB NOT NULL,
    "hidden" JSONB NOT NULL DEFAULT '[]',
    "cut" JSONB NOT NULL DEFAULT '[]',
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "tokens_full" INTEGER NOT NULL,
    "tokens_sent" INTEGER NOT NULL,
    "stage_ms" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "receipts_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "resolver_cases" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "expected" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "resolver_cases_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "invocation_starts" (
    "invocation_id" TEXT NOT NULL,
    "writer_id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "prev_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "run_id" TEXT,
    "agent_id" TEXT NOT NULL,
    "agent_name" TEXT NOT NULL,
    "user_id" TEXT,
    "subject" TEXT NOT NULL,
    "subject_claimed" TEXT,
    "capability_tenant_id" TEXT NOT NULL,
    "capability_id" TEXT NOT NULL,
    "capability_name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "risk" TEXT NOT NULL,
    "provider_id" TEXT,
    "backend_id" TEXT,
    "approval_id" TEXT,
    "door" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "argument_shape" JSONB NOT NULL,
    "arguments_digest" TEXT NOT NULL,
    "refused" TEXT,
    "refused_reason" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invocation_starts_pkey" PRIMARY KEY ("invocation_id")
);

-- CreateTable
CREATE TABLE "invocation_ends" (
    "invocation_id" TEXT NOT NULL,
    "writer_id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "prev_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "provider_id" TEXT,
    "latency_ms" INTEGER NOT NULL,
    "cost" DECIMAL(18,6) NOT NULL DEFAULT 0,
    "output_bytes" INTEGER,
    "error_class" TEXT,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invocation_ends_pkey" PRIMARY KEY ("invocation_id")
);

-- CreateTable
CREATE TABLE "ledger_writers" (
    "id" TEXT NOT NULL,
    "replica_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "ledger_writers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_checkpoints" (
    "id" TEXT NOT NULL,
    "writer_id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_checkpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "call_counters" (
    "tenant_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "call_counters_pkey" PRIMARY KEY ("tenant_id","key","window_start")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "tenant_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'RUNNING',
    "invocation_id" TEXT,
    "http_status" INTEGER,
    "response_sealed" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("tenant_id","agent_id","key")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target_kind" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,
    "door" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "reason" TEXT,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "settings" (
    "tenant_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "row_version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("tenant_id","key")
);

-- CreateTable
CREATE TABLE "notifications" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "href" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "webhooks" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "secret_sealed" BYTEA NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "replicas_heartbeat_at_idx" ON "replicas"("heartbeat_at");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "user_identities_user_id_idx" ON "user_identities"("user_id");

-- CreateIndex
CREATE INDEX "role_assignments_user_id_idx" ON "role_assignments"("user_id");

-- CreateIndex
CREATE INDEX "team_members_user_id_idx" ON "team_members"("user_id");

-- CreateIndex
CREATE INDEX "access_tokens_user_id_idx" ON "access_tokens"("user_id");

-- CreateIndex
CREATE INDEX "agents_tenant_id_owner_team_id_idx" ON "agents"("tenant_id", "owner_team_id");

-- CreateIndex
CREATE INDEX "agent_keys_tenant_id_agent_id_idx" ON "agent_keys"("tenant_id", "agent_id");

-- CreateIndex
CREATE INDEX "grants_target_kind_target_idx" ON "grants"("target_kind", "target");

-- CreateIndex
CREATE UNIQUE INDEX "grants_tenant_id_agent_id_target_kind_target_key" ON "grants"("tenant_id", "agent_id", "target_kind", "target");

-- CreateIndex
CREATE INDEX "agent_pins_capability_id_idx" ON "agent_pins"("capability_id");

-- CreateIndex
CREATE INDEX "agent_majors_capability_id_idx" ON "agent_majors"("capability_id");

-- CreateIndex
CREATE INDEX "providers_tenant_id_backend_id_idx" ON "providers"("tenant_id", "backend_id");

-- CreateIndex
CREATE INDEX "syncs_tenant_id_provider_id_started_at_idx" ON "syncs"("tenant_id", "provider_id", "started_at" DESC);

-- CreateIndex
CREATE INDEX "capability_ids_id_idx" ON "capability_ids"("id");

-- CreateIndex
CREATE INDEX "capabilities_tenant_id_status_idx" ON "capabilities"("tenant_id", "status");

-- CreateIndex
CREATE INDEX "capabilities_tenant_id_owner_team_id_idx" ON "capabilities"("tenant_id", "owner_team_id");

-- CreateIndex
CREATE INDEX "capabilities_tenant_id_updated_at_idx" ON "capabilities"("tenant_id", "updated_at" DESC);

-- CreateIndex
CREATE INDEX "capabilities_surface_id_idx" ON "capabilities"("surface_id");

-- CreateIndex
CREATE INDEX "capabilities_tags_idx" ON "capabilities" USING GIN ("tags");

-- CreateIndex
CREATE INDEX "deprecations_tenant_id_capability_id_idx" ON "deprecations"("tenant_id", "capability_id");

-- CreateIndex
CREATE INDEX "deprecations_disable_at_idx" ON "deprecations"("disable_at");

-- CreateIndex
CREATE INDEX "bindings_tenant_id_capability_id_idx" ON "bindings"("tenant_id", "capability_id");

-- CreateIndex
CREATE UNIQUE INDEX "bindings_tenant_id_provider_id_surface_upstream_name_capabi_key" ON "bindings"("tenant_id", "provider_id", "surface", "upstream_name", "capability_id");

-- CreateIndex
CREATE INDEX "drifts_tenant_id_resolved_at_idx" ON "drifts"("tenant_id", "resolved_at");

-- CreateIndex
CREATE UNIQUE INDEX "drifts_tenant_id_capability_id_binding_id_kind_live_hash_key" ON "drifts"("tenant_id", "capability_id", "binding_id", "kind", "live_hash");

-- CreateIndex
CREATE INDEX "change_requests_tenant_id_status_submitted_at_idx" ON "change_requests"("tenant_id", "status", "submitted_at" DESC);

-- CreateIndex
CREATE INDEX "change_requests_tenant_id_capability_id_idx" ON "change_requests"("tenant_id", "capability_id");

-- CreateIndex
CREATE INDEX "change_decisions_tenant_id_change_request_id_idx" ON "change_decisions"("tenant_id", "change_request_id");

-- CreateIndex
CREATE INDEX "approvals_tenant_id_status_requested_at_idx" ON "approvals"("tenant_id", "status", "requested_at" DESC);

-- CreateIndex
CREATE INDEX "approvals_tenant_id_agent_id_idx" ON "approvals"("tenant_id", "agent_id");

-- CreateIndex
CREATE INDEX "approvals_capability_tenant_id_capability_id_idx" ON "approvals"("capability_tenant_id", "capability_id");

-- CreateIndex
CREATE INDEX "access_requests_tenant_id_status_idx" ON "access_requests"("tenant_id", "status");

-- CreateIndex
CREATE INDEX "incidents_restored_at_idx" ON "incidents"("restored_at");

-- CreateIndex
CREATE INDEX "incidents_tenant_id_target_kind_target_id_idx" ON "incidents"("tenant_id", "target_kind", "target_id");

-- CreateIndex
CREATE INDEX "receipts_tenant_id_created_at_idx" ON "receipts"("tenant_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "receipts_tenant_id_agent_id_created_at_idx" ON "receipts"("tenant_id", "agent_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "invocation_starts_tenant_id_started_at_idx" ON "invocation_starts"("tenant_id", "started_at" DESC);

-- CreateIndex
CREATE INDEX "invocation_starts_tenant_id_agent_id_started_at_idx" ON "invocation_starts"("tenant_id", "agent_id", "started_at" DESC);

-- CreateIndex
CREATE INDEX "invocation_starts_capability_tenant_id_capability_id_starte_idx" ON "invocation_starts"("capability_tenant_id", "capability_id", "started_at" DESC);

-- CreateIndex
CREATE INDEX "invocation_starts_tenant_id_run_id_idx" ON "invocation_starts"("tenant_id", "run_id");

-- CreateIndex
CREATE INDEX "invocation_starts_tenant_id_provider_id_started_at_idx" ON "invocation_starts"("tenant_id", "provider_id", "started_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "invocation_starts_writer_id_seq_key" ON "invocation_starts"("writer_id", "seq");

-- CreateIndex
CREATE INDEX "invocation_ends_tenant_id_ended_at_idx" ON "invocation_ends"("tenant_id", "ended_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "invocation_ends_writer_id_seq_key" ON "invocation_ends"("writer_id", "seq");

-- CreateIndex
CREATE INDEX "ledger_checkpoints_writer_id_seq_idx" ON "ledger_checkpoints"("writer_id", "seq");

-- CreateIndex
CREATE INDEX "call_counters_window_start_idx" ON "call_counters"("window_start");

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- CreateIndex
CREATE INDEX "audit_events_tenant_id_at_idx" ON "audit_events"("tenant_id", "at" DESC);

-- CreateIndex
CREATE INDEX "audit_events_tenant_id_target_kind_target_id_at_idx" ON "audit_events"("tenant_id", "target_kind", "target_id", "at" DESC);

-- CreateIndex
CREATE INDEX "audit_events_tenant_id_actor_id_at_idx" ON "audit_events"("tenant_id", "actor_id", "at" DESC);

-- CreateIndex
CREATE INDEX "notifications_user_id_read_at_idx" ON "notifications"("user_id", "read_at");

-- AddForeignKey
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_assignments" ADD CONSTRAINT "role_assignments_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_assignments" ADD CONSTRAINT "role_assignments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "teams" ADD CONSTRAINT "teams_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_tenant_id_team_id_fkey" FOREIGN KEY ("tenant_id", "team_id") REFERENCES "teams"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agents" ADD CONSTRAINT "agents_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agents" ADD CONSTRAINT "agents_tenant_id_owner_team_id_fkey" FOREIGN KEY ("tenant_id", "owner_team_id") REFERENCES "teams"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agents" ADD CONSTRAINT "agents_tenant_id_profile_id_fkey" FOREIGN KEY ("tenant_id", "profile_id") REFERENCES "profiles"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "agent_keys" ADD CONSTRAINT "agent_keys_tenant_id_agent_id_fkey" FOREIGN KEY ("tenant_id", "agent_id") REFERENCES "agents"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_tenant_id_agent_id_fkey" FOREIGN KEY ("tenant_id", "agent_id") REFERENCES "agents"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent_pins" ADD CONSTRAINT "agent_pins_tenant_id_agent_id_fkey" FOREIGN KEY ("tenant_id", "agent_id") REFERENCES "agents"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent_majors" ADD CONSTRAINT "agent_majors_tenant_id_agent_id_fkey" FOREIGN KEY ("tenant_id", "agent_id") REFERENCES "agents"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "backends" ADD CONSTRAINT "backends_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "backends" ADD CONSTRAINT "backends_tenant_id_owner_team_id_fkey" FOREIGN KEY ("tenant_id", "owner_team_id") REFERENCES "teams"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "providers" ADD CONSTRAINT "providers_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "providers" ADD CONSTRAINT "providers_tenant_id_owner_team_id_fkey" FOREIGN KEY ("tenant_id", "owner_team_id") REFERENCES "teams"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "providers" ADD CONSTRAINT "providers_tenant_id_backend_id_fkey" FOREIGN KEY ("tenant_id", "backend_id") REFERENCES "backends"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "syncs" ADD CONSTRAINT "syncs_tenant_id_provider_id_fkey" FOREIGN KEY ("tenant_id", "provider_id") REFERENCES "providers"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "capabilities" ADD CONSTRAINT "capabilities_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "capabilities" ADD CONSTRAINT "capabilities_tenant_id_owner_team_id_fkey" FOREIGN KEY ("tenant_id", "owner_team_id") REFERENCES "teams"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "capability_authors" ADD CONSTRAINT "capability_authors_tenant_id_capability_id_fkey" FOREIGN KEY ("tenant_id", "capability_id") REFERENCES "capabilities"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "capability_versions" ADD CONSTRAINT "capability_versions_tenant_id_capability_id_fkey" FOREIGN KEY ("tenant_id", "capability_id") REFERENCES "capabilities"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "capability_majors" ADD CONSTRAINT "capability_majors_tenant_id_capability_id_fkey" FOREIGN KEY ("tenant_id", "capability_id") REFERENCES "capabilities"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deprecations" ADD CONSTRAINT "deprecations_tenant_id_capability_id_fkey" FOREIGN KEY ("tenant_id", "capability_id") REFERENCES "capabilities"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bindings" ADD CONSTRAINT "bindings_tenant_id_capability_id_fkey" FOREIGN KEY ("tenant_id", "capability_id") REFERENCES "capabilities"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bindings" ADD CONSTRAINT "bindings_tenant_id_provider_id_fkey" FOREIGN KEY ("tenant_id", "provider_id") REFERENCES "providers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drifts" ADD CONSTRAINT "drifts_tenant_id_capability_id_fkey" FOREIGN KEY ("tenant_id", "capability_id") REFERENCES "capabilities"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "skills" ADD CONSTRAINT "skills_tenant_id_capability_id_fkey" FOREIGN KEY ("tenant_id", "capability_id") REFERENCES "capabilities"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_tenant_id_capability_id_fkey" FOREIGN KEY ("tenant_id", "capability_id") REFERENCES "capabilities"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_decisions" ADD CONSTRAINT "change_decisions_tenant_id_change_request_id_fkey" FOREIGN KEY ("tenant_id", "change_request_id") REFERENCES "change_requests"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_replicas" ADD CONSTRAINT "incident_replicas_tenant_id_incident_id_fkey" FOREIGN KEY ("tenant_id", "incident_id") REFERENCES "incidents"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settings" ADD CONSTRAINT "settings_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
