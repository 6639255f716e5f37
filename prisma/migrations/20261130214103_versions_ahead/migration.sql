-- AlterTable
ALTER TABLE "capability_majors" ADD COLUMN     "current_from" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "capability_versions" ADD COLUMN     "withdrawn_at" TIMESTAMPTZ(3);
