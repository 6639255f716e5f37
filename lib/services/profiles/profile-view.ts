import { CAPABILITY_TYPES } from '@/lib/core/shared/domain';
import type { Prisma } from '@/lib/db/generated/client';
import type { Profile } from '@/lib/schemas/profiles';

type ProfileRow = Prisma.ProfileGetPayload<Record<string, never>>;

export function toProfile(row: ProfileRow): Profile {
  return {
    id: row.id,
    tenant: row.tenantId,
    name: row.name,
    description: row.description,
    tags: row.tags,
    types: CAPABILITY_TYPES.filter((type) => row.types.includes(type)),
    top_k: row.topK,
    row_version: row.rowVersion,
  };
}
