import { createHmac } from 'node:crypto';
import type { ProviderEntry } from '@/lib/adapters/mcp';
import { deriveKey } from '@/lib/config/secrets';
import { canonicalJson } from '@/lib/core/shared/json';
import type { Prisma, Provider } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import { log } from '@/lib/observability/log';
import { runtime } from '@/lib/runtime';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { type Context, systemContext } from '../context';
import { escapeText, findEscape } from '../incidents/require-no-escape';
import { outbound } from '../outbound';
import { liveThrough } from './live-through';

/**
 * Boot step: the providers file's entries as providers of their tenants. The file is the truth for
 * what it names; what people may set besides (description, schedule) stays. One it names no longer
 * is archived, and back in service once it is named again. An entry whose team or tenant does not
 * exist, or that is new at the address of a stopped provider, is left out with a line in the log,
 * and never stops the others. Whoever may write the file may send live capabilities elsewhere, or
 * take their provider away; the audit trail names those.
 */
export async function registerFileProviders(): Promise<void> {
  const { entries } = outbound.get();
  for (const entry of entries) {
    const ctx = systemContext('providers file', entry.tenant);
    try {
      const changed = await transact((tx) => registerEntry(tx, ctx, entry));
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
  const left = await liveThrough(tx, { tenantId, id });
  await recordAudit(tx, ctx, {
    action: 'provider.archive',
    targetKind: 'provider',
    targetId: id,
    reason: 'The providers file no longer names it.',
    ...(left.length > 0 ? { after: { left_without_it: left } } : {}),
  });
  return true;
}

/** One entry of the file as it is now, inside the caller's transaction. False: nothing to do, or left out. */
export async function registerEntry(tx: Tx, ctx: Context, entry: ProviderEntry): Promise<boolean> {
  const key = { tenantId_id: { tenantId: entry.tenant, id: entry.id } };
  const before = await tx.provider.findUnique({ where: key });
  const problem = (await missingReference(tx, entry)) ?? (before ? null : await escapes(tx, entry));
  if (problem !== null) {
    log.warn({ provider: entry.id, tenant: entry.tenant, problem }, 'provider left out');
    return false;
  }
  const data = columnsOf(entry);
  const changed = Object.entries(data).filter(([name, value]) => !sameValue(before, name, value));
  if (before && changed.length === 0) return false;
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
    ...(before ? await beforeAndAfter(tx, before, Object.fromEntries(changed)) : { after: data }),
  });
  return true;
}

const ROUTING = ['transport', 'endpoint', 'sourceDigest'] as const;

async function beforeAndAfter(tx: Tx, before: Provider, after: Record<string, unknown>) {
  const was = Object.fromEntries(Object.keys(after).map((key) => [key, Reflect.get(before, key)]));
  // A row of an earlier build has no digest yet: that the first one is written moves nothing.
  const moves = ROUTING.some((key) => key in after && was[key] !== null);
  const rerouted = moves ? await liveThrough(tx, before) : [];
  return { before: was, after: rerouted.length > 0 ? { ...after, rerouted } : after };
}

function columnsOf(entry: ProviderEntry) {
  return {
    name: entry.name,
    kind: entry.kind,
    location: entry.location,
    transport: entry.endpoint.kind === 'stdio' ? 'stdio' : 'streamable_http',
    endpoint: entry.endpoint.kind === 'http' ? entry.endpoint.url : null,
    sourceDigest: digestOf(entry),
    source: 'file',
    ownerTeamId: entry.ownerTeam,
    backendId: entry.backend,
    defaultTags: entry.defaultTags,
    riskFloor: entry.riskFloor,
    archivedAt: null,
  } satisfies Prisma.ProviderUncheckedUpdateInput;
}

/** Tells that a command, its variables or its headers changed, without keeping what they are. */
function digestOf({ endpoint }: ProviderEntry): string {
  const text = canonicalJson({ provider_endpoint: endpoint });
  return createHmac('sha256', deriveKey('digest')).update(text).digest('base64url');
}

function sameValue(row: object | null, name: string, value: unknown): boolean {
  const stored: unknown = row === null ? undefined : Reflect.get(row, name);
  return JSON.stringify(stored) === JSON.stringify(value);
}

/** A new id for the address of a stopped provider would go around the incident. */
async function escapes(tx: Tx, { tenant, endpoint }: ProviderEntry): Promise<string | null> {
  if (endpoint.kind !== 'http') return null;
  const found = await findEscape(tx, { tenantId: tenant, endpoint: endpoint.url });
  return found ? escapeText(found) : null;
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
