-- AlterTable
ALTER TABLE "change_decisions" ADD COLUMN     "on_behalf_of" TEXT,
ADD COLUMN     "revoked_reason" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "ruling" TEXT;

-- AlterTable
ALTER TABLE "change_requests" ADD COLUMN     "apply_at" TIMESTAMPTZ(3),
ADD COLUMN     "escalated_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "change_comments" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "change_request_id" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "written_by" TEXT NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "change_comments_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "delegations" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "from_user" TEXT NOT NULL,
    "to_user" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "delegations_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "change_comments_tenant_id_change_request_id_written_at_idx" ON "change_comments"("tenant_id", "change_request_id", "written_at");

-- CreateIndex
CREATE INDEX "delegations_to_user_ends_at_idx" ON "delegations"("to_user", "ends_at");

-- CreateIndex
CREATE INDEX "delegations_tenant_id_from_user_idx" ON "delegations"("tenant_id", "from_user");

-- AddForeignKey
ALTER TABLE "change_comments" ADD CONSTRAINT "change_comments_tenant_id_change_request_id_fkey" FOREIGN KEY ("tenant_id", "change_request_id") REFERENCES "change_requests"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Approved, and carried out at its time. One proposal of a kind waits for a capability; of its
-- bindings one for each.
ALTER TABLE change_requests
  DROP CONSTRAINT change_requests_status_check,
  ADD CONSTRAINT change_requests_status_check CHECK (status IN ('OPEN', 'SCHEDULED', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  ADD CONSTRAINT change_requests_scheduled_check CHECK (status <> 'SCHEDULED' OR apply_at IS NOT NULL),
  DROP CONSTRAINT change_requests_kind_check,
  ADD CONSTRAINT change_requests_kind_check CHECK (kind IN ('promote', 'edit', 'publish', 'rollback', 'binding', 'deprecate', 'withdraw_deprecation', 'disable'));
DROP INDEX change_requests_one_open;
CREATE UNIQUE INDEX change_requests_one_open ON change_requests
  (tenant_id, capability_id, kind, (COALESCE(payload #>> '{binding,about}', '')))
  WHERE status IN ('OPEN', 'SCHEDULED');
-- What the clock asks for once a minute.
CREATE INDEX change_requests_due ON change_requests (apply_at) WHERE status = 'SCHEDULED';
CREATE INDEX change_requests_waiting ON change_requests (submitted_at) WHERE status = 'OPEN' AND escalated_at IS NULL;
ALTER TABLE delegations
  ADD CONSTRAINT delegations_two_people_check CHECK (from_user <> to_user),
  ADD CONSTRAINT delegations_order_check CHECK (ends_at > starts_at);
