import { SHARED_TENANT } from '@/lib/core/shared/domain';
import type { Tx } from '@/lib/db/transaction';
import { ALL_PROVIDERS } from '@/lib/schemas/agents';
import { type FieldError, ServiceError } from '@/lib/services/errors';

export type AgentReferences = {
  owner?: string | undefined;
  profile?: string | null | undefined;
  allowed_providers?: readonly string[] | undefined;
  pins?: readonly string[] | undefined;
};

/** Checks what an agent names. @throws ServiceError VALIDATION at every field that names nothing. */
export async function requireReferences(
  tx: Tx,
  tenantId: string,
  refs: AgentReferences,
): Promise<void> {
  const errors = [
    ...(await ownerErrors(tx, tenantId, refs.owner)),
    ...(await profileErrors(tx, tenantId, refs.profile)),
    ...(await providerErrors(tx, tenantId, refs.allowed_providers ?? [])),
    ...(await pinErrors(tx, tenantId, refs.pins ?? [])),
  ];
  const first = errors[0];
  if (first) throw new ServiceError('VALIDATION', first.message, { errors });
}

async function ownerErrors(tx: Tx, tenantId: string, id?: string): Promise<FieldError[]> {
  if (id === undefined) return [];
  const team = await tx.team.findFirst({
    where: { tenantId, id, archivedAt: null },
    select: { id: true },
  });
  return team ? [] : [{ path: 'owner', message: `There is no team "${id}" in "${tenantId}".` }];
}

async function profileErrors(
  tx: Tx,
  tenantId: string,
  id: string | null | undefined,
): Promise<FieldError[]> {
  if (!id) return [];
  const profile = await tx.profile.findFirst({ where: { tenantId, id }, select: { id: true } });
  if (profile) return [];
  return [{ path: 'profile', message: `There is no profile "${id}" in "${tenantId}".` }];
}

async function providerErrors(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<FieldError[]> {
  if (ids.length === 0) return [];
  if (ids.includes(ALL_PROVIDERS)) {
    return ids.length === 1
      ? []
      : [{ path: 'allowed_providers', message: 'Use "*" alone, or name providers.' }];
  }
  const found = await tx.provider.findMany({
    where: { tenantId: { in: [tenantId, SHARED_TENANT] }, id: { in: [...ids] } },
    select: { id: true },
  });
  return missing('allowed_providers', 'provider', ids, found);
}

async function pinErrors(tx: Tx, tenantId: string, ids: readonly string[]): Promise<FieldError[]> {
  if (ids.length === 0) return [];
  const found = await tx.capability.findMany({
    where: { tenantId: { in: [tenantId, SHARED_TENANT] }, id: { in: [...ids] } },
    select: { id: true },
  });
  return missing('pins', 'capability', ids, found);
}

function missing(
  path: string,
  kind: string,
  ids: readonly string[],
  found: readonly { id: string }[],
): FieldError[] {
  const known = new Set(found.map((row) => row.id));
  return ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `${path}.${index}`, message: `There is no ${kind} "${id}".` }],
  );
}
