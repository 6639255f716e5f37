-- AlterTable
ALTER TABLE "bindings" ADD COLUMN     "removed_by" TEXT;

-- A sync left its reason with what it removed; whatever else is removed, a person took away.
UPDATE "bindings"
  SET "removed_by" = CASE WHEN "availability_reason" = 'The provider no longer lists it.' THEN 'sync' ELSE 'a person' END
  WHERE "removed_at" IS NOT NULL;
