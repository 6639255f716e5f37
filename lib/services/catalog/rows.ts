import type { CapabilityType, Risk, Status, Surface } from '@/lib/core/shared/domain';
import { formatDuration } from '@/lib/core/shared/duration';
import { isJsonObject, type JsonObject } from '@/lib/core/shared/json';
import type { Prisma } from '@/lib/db/generated/client';
import type { CapabilityAnswer, Finding } from '@/lib/schemas/capability-answers';

/** The database's checks hold these words to the vocabularies, so reading them is a plain narrowing. */
export type CapabilityRecord = Omit<
  Prisma.CapabilityGetPayload<object>,
  'type' | 'surface' | 'risk' | 'status'
> & { type: CapabilityType; surface: Surface; risk: Risk; status: Status };

export function asCapability(row: Prisma.CapabilityGetPayload<object>): CapabilityRecord {
  return row as CapabilityRecord;
}

/** Any value as JSON input of a column. */
export function asJson(value: unknown): Prisma.InputJsonValue {
  return value as Prisma.InputJsonValue;
}

export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function objectOrNull(value: unknown): JsonObject | null {
  return isJsonObject(value) ? value : null;
}

export function versionText(row: {
  currentMajor: number | null;
  currentMinor: number | null;
}): string | null {
  if (row.currentMajor === null || row.currentMinor === null) return null;
  return `${row.currentMajor}.${row.currentMinor}`;
}

export function findingsOf(value: unknown): Finding[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isJsonObject).map((item) => ({
    rule: String(item.rule ?? ''),
    severity: String(item.severity ?? 'info'),
    path: String(item.path ?? ''),
    message: String(item.message ?? ''),
    suggestion: String(item.suggestion ?? ''),
    ...placeOf(item),
  }));
}

/** What was written before findings had a place has none. */
function placeOf({ spans, fix }: JsonObject): Pick<Finding, 'spans' | 'fix'> {
  const places = (Array.isArray(spans) ? spans : [])
    .filter(isJsonObject)
    .map(({ start, end }) => ({ start: Number(start), end: Number(end) }));
  return {
    ...(places.length > 0 ? { spans: places } : {}),
    ...(fix === 'remove' ? { fix } : {}),
  };
}

export function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}

/** The record with its working definition, as people see it. */
export function toCapability(row: CapabilityRecord): CapabilityAnswer {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    surface_id: row.surfaceId,
    name: row.name,
    title: row.title,
    type: row.type,
    surface: row.surface,
    description: row.description,
    owner: row.ownerTeamId,
    tags: row.tags,
    risk: row.risk,
    approval_required: row.approvalRequired,
    approval_waiver: row.approvalWaiver,
    required_roles: row.requiredRoles,
    status: row.status,
    version: versionText(row),
    scopes: {
      required: row.requiredScopes,
      optional: row.optionalScopes,
      none: row.scopesNone,
    },
    limits: {
      timeout: formatDuration(row.timeoutMs),
      calls_per_run: row.callsPerRun,
      rate_per_minute: row.ratePerMinute,
      max_output_bytes: row.maxOutputBytes,
    },
    observability: { audit: row.auditEnabled, trace: row.traceEnabled },
    metadata: objectOf(row.metadata),
    input_schema: objectOf(row.inputSchema),
    output_schema: objectOrNull(row.outputSchema),
    annotations: objectOf(row.annotations),
    schema_hash: row.schemaHash,
    safe_example: objectOrNull(row.safeExample),
    findings: findingsOf(row.findings),
    quarantine: row.quarantinedAt
      ? { since: row.quarantinedAt.toISOString(), reason: row.quarantineReason ?? '' }
      : null,
    dismissed_at: iso(row.dismissedAt),
    attested_at: iso(row.attestedAt),
    recertify_by: iso(row.recertifyBy),
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    row_version: row.rowVersion,
  };
}
