-- CreateTable
CREATE TABLE "ownership_offers" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "target_kind" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,
    "from_team_id" TEXT NOT NULL,
    "to_team_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'OPEN',
    "change_request_id" TEXT,
    "orphaned" BOOLEAN NOT NULL DEFAULT false,
    "offered_by" TEXT NOT NULL,
    "offered_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "released_by" TEXT,
    "accepted_by" TEXT,
    "closed_by" TEXT,
    "closed_at" TIMESTAMPTZ(3),
    "comment" TEXT NOT NULL DEFAULT '',
    "row_version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ownership_offers_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "recertification_reminders" (
    "tenant_id" TEXT NOT NULL,
    "capability_id" TEXT NOT NULL,
    "recertify_by" TIMESTAMPTZ(3) NOT NULL,
    "days" INTEGER NOT NULL,
    "told_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recertification_reminders_pkey" PRIMARY KEY ("tenant_id","capability_id","recertify_by","days")
);

-- CreateIndex
CREATE INDEX "ownership_offers_tenant_id_status_offered_at_idx" ON "ownership_offers"("tenant_id", "status", "offered_at" DESC);

-- CreateIndex
CREATE INDEX "ownership_offers_tenant_id_change_request_id_idx" ON "ownership_offers"("tenant_id", "change_request_id");

ALTER TABLE ownership_offers
  ADD CONSTRAINT ownership_offers_target_kind_check CHECK (target_kind IN ('capability', 'provider', 'agent', 'backend')),
  ADD CONSTRAINT ownership_offers_status_check CHECK (status IN ('OPEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'EXPIRED')),
  ADD CONSTRAINT ownership_offers_moves_check CHECK (from_team_id <> to_team_id);

-- One open offer for each thing: a second one would leave it open who gets it.
CREATE UNIQUE INDEX ownership_offers_one_open ON ownership_offers (tenant_id, target_kind, target_id) WHERE status = 'OPEN';

-- The due list and the reminders look over all tenants at what is due soon.
CREATE INDEX capabilities_recertify_by ON capabilities (recertify_by) WHERE status <> 'DISABLED' AND recertify_by IS NOT NULL;
