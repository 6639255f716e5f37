import type { ProviderEntry } from '@/lib/adapters/mcp';
import type { Prisma } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import { log } from '@/lib/observability/log';
import { runtime } from '@/lib/runtime';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { type Context, systemContext } from '../context';
import { outbound } from '../outbound';

/**
 * Boot step: the providers file's entries as providers of their tenants. The file is the truth for
 * what it names; what people may set besides (description, schedule) stays. One it names no longer
 * is archived, and back in service once it is named again. An entry whose team or tenant does not
 * exist is left out with a line in the log, and never stops the others.
 */
export async function registerFileProviders(): Promise<void> {
  const { entries } = outbound.get();
  for (const entry of entries) {
    const ctx = systemContext('providers file', entry.tenant);
    try {
      const changed = await transact((tx) => register(tx, ctx, entry));
      if (changed) await announce('catalog', { tenantId: entry.tenant });
    } catch (error) {
      log.error(
        { err: error, provider: entry.id, tenant: entry.tenant },
        'provider not registered',
      );
    }
  }
  await archiveUnnamed(entries);
}

/** A provider that came from the file and cannot be reached without it. */
async function archiveUnnamed(entries: readonly ProviderEntry[]): Promise<void> {
  const named = new Set(entries.map(({ tenant, id }) => `${tenant}/${id}`));
  const rows = await runtime().db.prisma.provider.findMany({
    where: { source: 'file', archivedAt: null },
    select: { tenantId: true, id: true },
  });
  for (const row of rows.filter(({ tenantId, id }) => !named.has(`${tenantId}/${id}`))) {
    const ctx = systemContext('providers file', row.tenantId);
    const archived = await transact((tx) => archive(tx, ctx, row));
    if (!archived) continue;
    log.warn({ provider: row.id, tenant: row.tenantId }, 'the providers file names it no longer');
    await announce('catalog', { tenantId: row.tenantId });
  }
}

async function archive(
  tx: Tx,
  ctx: Context,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<boolean> {
  const { count } = await tx.provider.updateMany({
    where: { tenantId, id, source: 'file', archivedAt: null },
    data: { archivedAt: ctx.now, rowVersion: { increment: 1 } },
  });
  if (count === 0) return false;
  await recordAudit(tx, ctx, {
    action: 'provider.archive',
    targetKind: 'provider',
    targetId: id,
    reason: 'The providers file no longer names it.',
  });
  return true;
}

async function register(tx: Tx, ctx: Context, entry: ProviderEntry): Promise<boolean> {
  const problem = await missingReference(tx, entry);
  if (problem !== null) {
    log.warn({ provider: entry.id, tenant: entry.tenant, problem }, 'provider left out');
    return false;
  }
  const key = { tenantId_id: { tenantId: entry.tenant, id: entry.id } };
  const before = await tx.provider.findUnique({ where: key });
  const data = columnsOf(entry);
  if (before && Object.entries(data).every(([name, value]) => sameValue(before, name, value))) {
    return false;
  }
  if (before) {
    await tx.provider.update({ where: key, data: { ...data, rowVersion: { increment: 1 } } });
  } else {
    await tx.provider.create({
      data: { ...data, tenantId: entry.tenant, id: entry.id, createdBy: 'providers file' },
    });
  }
  await recordAudit(tx, ctx, {
    action: before ? 'provider.update' : 'provider.register',
    targetKind: 'provider',
    targetId: entry.id,
    ...(before ? { before } : {}),
    after: data,
  });
  return true;
}

function columnsOf(entry: ProviderEntry) {
  return {
    name: entry.name,
    kind: entry.kind,
    location: entry.location,
    transport: entry.endpoint.kind === 'stdio' ? 'stdio' : 'streamable_http',
    endpoint: entry.endpoint.kind === 'http' ? entry.endpoint.url : null,
    source: 'file',
    ownerTeamId: entry.ownerTeam,
    backendId: entry.backend,
    defaultTags: entry.defaultTags,
    riskFloor: entry.riskFloor,
    archivedAt: null,
  } satisfies Prisma.ProviderUncheckedUpdateInput;
}

function sameValue(row: object, name: string, value: unknown): boolean {
  const stored: unknown = Reflect.get(row, name);
  return JSON.stringify(stored) === JSON.stringify(value);
}

async function missingReference(tx: Tx, entry: ProviderEntry): Promise<string | null> {
  const { tenant, ownerTeam, backend } = entry;
  const at = (id: string) => ({ where: { tenantId_id: { tenantId: tenant, id } } });
  if (!(await tx.tenant.findUnique({ where: { id: tenant } }))) {
    return `There is no tenant "${tenant}"; create it and restart.`;
  }
  if (!(await tx.team.findUnique(at(ownerTeam)))) {
    return `There is no team "${ownerTeam}" in "${tenant}"; create it and restart.`;
  }
  if (backend !== null && !(await tx.backend.findUnique(at(backend)))) {
    return `There is no backend "${backend}" in "${tenant}"; create it and restart.`;
  }
  return null;
}
