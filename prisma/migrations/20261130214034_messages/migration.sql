-- AlterTable
ALTER TABLE "access_requests" ADD COLUMN     "granted_invoke" BOOLEAN,
ADD COLUMN     "granted_scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "granted_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "failing_since" TIMESTAMPTZ(3),
ADD COLUMN     "given_up_at" TIMESTAMPTZ(3),
ADD COLUMN     "row_version" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "webhook_events" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'PENDING',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "next_try_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),
    "last_try_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "http_status" INTEGER,
    "latency_ms" INTEGER,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "webhook_events_created_at_idx" ON "webhook_events"("created_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_tenant_id_webhook_id_status_next_try_at_idx" ON "webhook_deliveries"("tenant_id", "webhook_id", "status", "next_try_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_tenant_id_webhook_id_created_at_idx" ON "webhook_deliveries"("tenant_id", "webhook_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries"("created_at");

-- CreateIndex
CREATE INDEX "access_requests_capability_tenant_id_capability_id_idx" ON "access_requests"("capability_tenant_id", "capability_id");

-- CreateIndex
CREATE INDEX "notifications_user_id_created_at_idx" ON "notifications"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "notifications_created_at_idx" ON "notifications"("created_at");

-- One open request for an agent and a capability, whoever asks.
CREATE UNIQUE INDEX access_requests_one_open
  ON access_requests (tenant_id, agent_id, capability_tenant_id, capability_id) WHERE status = 'PENDING';
ALTER TABLE webhook_deliveries
  ADD CONSTRAINT webhook_deliveries_status_check CHECK (status IN ('PENDING', 'DELIVERED', 'FAILED')),
  -- What waits has a time to be tried at.
  ADD CONSTRAINT webhook_deliveries_next_check CHECK (status <> 'PENDING' OR next_try_at IS NOT NULL),
  ADD CONSTRAINT webhook_deliveries_error_check CHECK (last_error IN (
    'REFUSED_ADDRESS', 'UNRESOLVED', 'UNREACHABLE', 'TIMEOUT', 'REDIRECT', 'HTTP_STATUS', 'UNREADABLE_SECRET', 'SWITCHED_OFF'));
