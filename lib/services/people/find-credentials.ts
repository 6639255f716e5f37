import { SHARED_TENANT } from '@/lib/core/shared/domain';
import { isJsonObject } from '@/lib/core/shared/json';
import { runtime } from '@/lib/runtime';
import { FIRST_ADMIN_KEY } from './ensure-first-admin';

export type StoredToken = {
  userId: string;
  secretHash: string;
  expiresAt: Date | null;
  revokedAt: Date | null;
};

/** A personal access token by the id in its text. */
export async function findToken(id: string): Promise<StoredToken | null> {
  return runtime().db.prisma.accessToken.findUnique({
    where: { id },
    select: { userId: true, secretHash: true, expiresAt: true, revokedAt: true },
  });
}

/** Who `CAPSTAN_ADMIN_TOKEN` speaks for. */
export async function findFirstAdminId(): Promise<string | null> {
  const key = { tenantId: SHARED_TENANT, key: FIRST_ADMIN_KEY };
  const row = await runtime().db.prisma.setting.findUnique({ where: { tenantId_key: key } });
  const value: unknown = row?.value;
  return isJsonObject(value) && typeof value.user_id === 'string' ? value.user_id : null;
}
