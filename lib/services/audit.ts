import { isJsonObject, type Json } from '@/lib/core/shared/json';
import type { Prisma } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import { actorId, actorName, type Context } from './context';
import { newId } from './ids';

export type AuditEntry = {
  /** `<kind>.<verb>`, for example `capability.submit`. */
  action: string;
  targetKind: string;
  targetId: string;
  /** Tenant of the target when it is not the tenant acted in. */
  tenantId?: string;
  reason?: string;
  before?: unknown;
  after?: unknown;
};

const SECRET_KEY = /password|secret|token|credential_value|authorization/i;

/** JSON for the trail: dates as text, undefined dropped, anything named like a secret left out. */
function toTrail(value: unknown): Json {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(toTrail);
  if (!isJsonObject(value)) return typeof value === 'object' ? String(value) : (value as Json);
  const out: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    out[key] = SECRET_KEY.test(key) ? '[not recorded]' : toTrail(item);
  }
  return out;
}

/**
 * Writes one line of the audit trail. Takes the transaction of the change itself: a change
 * without its line, or a line without its change, cannot be committed.
 */
export async function recordAudit(tx: Tx, ctx: Context, entry: AuditEntry): Promise<void> {
  await recordAudits(tx, ctx, [entry]);
}

/** The same for many changes of one transaction, in one statement. */
export async function recordAudits(tx: Tx, ctx: Context, entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const data: Prisma.AuditEventCreateManyInput[] = entries.map((entry) => ({
    id: newId('aud', ctx.now.getTime()),
    tenantId: entry.tenantId ?? ctx.tenantId,
    at: ctx.now,
    actorKind: ctx.actor.kind,
    actorId: actorId(ctx.actor),
    actorName: actorName(ctx.actor),
    action: entry.action,
    targetKind: entry.targetKind,
    targetId: entry.targetId,
    door: ctx.door,
    requestId: ctx.requestId,
    reason: entry.reason ?? null,
    ...(entry.before === undefined ? {} : { before: asInput(entry.before) }),
    ...(entry.after === undefined ? {} : { after: asInput(entry.after) }),
  }));
  await tx.auditEvent.createMany({ data });
}

function asInput(value: unknown): Prisma.InputJsonValue {
  return toTrail(value) as Prisma.InputJsonValue;
}
