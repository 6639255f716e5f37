import { parseDuration } from '@/lib/core/shared/duration';
import { canonicalJson } from '@/lib/core/shared/json';
import { Prisma } from '@/lib/db/generated/client';
import type { CapabilityChanges } from '@/lib/schemas/capabilities';
import { asJson, type CapabilityRecord, toCapability } from './rows';
import { schemaHash } from './schema-hash';

/** Columns a set of changes writes. What is absent is not written. */
export function columnsOf(changes: CapabilityChanges): Prisma.CapabilityUncheckedUpdateManyInput {
  const out: Prisma.CapabilityUncheckedUpdateManyInput = {};
  if (changes.name !== undefined) out.name = changes.name;
  if (changes.title !== undefined) out.title = changes.title;
  if (changes.description !== undefined) out.description = changes.description;
  if (changes.owner !== undefined) out.ownerTeamId = changes.owner;
  if (changes.tags !== undefined) out.tags = changes.tags;
  if (changes.risk !== undefined) out.risk = changes.risk;
  if (changes.approval_required !== undefined) out.approvalRequired = changes.approval_required;
  if (changes.approval_waiver !== undefined) out.approvalWaiver = changes.approval_waiver || null;
  if (changes.required_roles !== undefined) out.requiredRoles = changes.required_roles;
  if (changes.metadata !== undefined) out.metadata = asJson(changes.metadata);
  if (changes.input_schema !== undefined) out.inputSchema = asJson(changes.input_schema);
  if (changes.output_schema !== undefined) out.outputSchema = nullable(changes.output_schema);
  if (changes.annotations !== undefined) out.annotations = asJson(changes.annotations);
  if (changes.safe_example !== undefined) {
    out.safeExample = nullable(changes.safe_example);
    out.smokedAt = null;
    out.smokeOk = null;
  }
  return { ...out, ...scopeColumns(changes), ...limitColumns(changes) };
}

function scopeColumns(changes: CapabilityChanges) {
  if (!changes.scopes) return {};
  return {
    requiredScopes: changes.scopes.required,
    optionalScopes: changes.scopes.optional,
    scopesNone: changes.scopes.none,
  };
}

function limitColumns(changes: CapabilityChanges) {
  const { limits, observability } = changes;
  return {
    ...(limits
      ? {
          timeoutMs: parseDuration(limits.timeout) ?? 10_000,
          callsPerRun: limits.calls_per_run,
          ratePerMinute: limits.rate_per_minute,
          maxOutputBytes: limits.max_output_bytes,
        }
      : {}),
    ...(observability
      ? { auditEnabled: observability.audit, traceEnabled: observability.trace }
      : {}),
  };
}

function nullable(value: unknown): Prisma.InputJsonValue | typeof Prisma.DbNull {
  return value === null ? Prisma.DbNull : asJson(value);
}

const CONTRACT_FIELDS = [
  'title',
  'description',
  'input_schema',
  'output_schema',
  'annotations',
] as const;

/** The parts of a version: a change of one of these in production makes a new version. */
export function touchesContract(changes: CapabilityChanges): boolean {
  return CONTRACT_FIELDS.some((field) => changes[field] !== undefined);
}

/** Leaves out what already is so, so that a form may send every field. */
export function realChanges(row: CapabilityRecord, changes: CapabilityChanges): CapabilityChanges {
  const now: Record<string, unknown> = toCapability(row);
  const kept = Object.entries(changes).filter(
    ([field, value]) =>
      value !== undefined && canonicalJson(now[field] ?? null) !== canonicalJson(value ?? null),
  );
  return Object.fromEntries(kept) as CapabilityChanges;
}

/** The working definition after the changes. */
export function definitionAfter(row: CapabilityRecord, changes: CapabilityChanges) {
  const inputSchema = changes.input_schema ?? row.inputSchema;
  const outputSchema =
    changes.output_schema === undefined ? row.outputSchema : changes.output_schema;
  const annotations = changes.annotations ?? row.annotations;
  return {
    name: changes.name ?? row.name,
    title: changes.title ?? row.title,
    description: changes.description ?? row.description,
    inputSchema,
    outputSchema,
    annotations,
    schemaHash: schemaHash({ inputSchema, outputSchema, annotations }),
  };
}
