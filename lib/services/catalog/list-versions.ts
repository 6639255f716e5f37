import { runtime } from '@/lib/runtime';
import type { CompatChange, VersionAnswer } from '@/lib/schemas/change-requests';
import type { Context } from '../context';
import { getCapabilityRecord } from './load';
import { type CapabilityRecord, objectOf, objectOrNull } from './rows';

const VERDICTS = ['compatible', 'breaking', 'unknown'] as const;

/** Every published version, newest first, each with the state of its major. */
export async function listVersions(call: {
  ctx: Context;
  input: { capability_id: string };
}): Promise<VersionAnswer[]> {
  const row = await getCapabilityRecord(call.ctx, call.input.capability_id);
  const versions = await versionsOf(row);
  return call.ctx.actor.kind === 'agent' ? versions.map(withoutPeople) : versions;
}

/** Who works on the catalog is no business of an agent. */
function withoutPeople({ created_by: _person, ...version }: VersionAnswer): VersionAnswer {
  return { ...version, change_request_id: null };
}

export async function versionsOf(row: CapabilityRecord): Promise<VersionAnswer[]> {
  const where = { tenantId: row.tenantId, capabilityId: row.id };
  const { prisma } = runtime().db;
  const [versions, majors] = await Promise.all([
    prisma.capabilityVersion.findMany({ where, orderBy: [{ major: 'desc' }, { minor: 'desc' }] }),
    prisma.capabilityMajor.findMany({ where }),
  ]);
  const stateOf = new Map(majors.map((one) => [one.major, one.state]));
  return versions.map((version) => ({
    version: `${version.major}.${version.minor}`,
    major: version.major,
    minor: version.minor,
    state: (stateOf.get(version.major) ?? 'live') as VersionAnswer['state'],
    current: version.major === row.currentMajor && version.minor === row.currentMinor,
    title: version.title,
    description: version.description,
    input_schema: objectOf(version.inputSchema),
    output_schema: objectOrNull(version.outputSchema),
    annotations: objectOf(version.annotations),
    schema_hash: version.schemaHash,
    compatibility: compatibilityOf(version.compatibility),
    effective_from: version.effectiveFrom.toISOString(),
    created_by: version.createdBy,
    change_request_id: version.changeRequestId,
  }));
}

function compatibilityOf(value: unknown): VersionAnswer['compatibility'] {
  const { verdict, changes } = objectOf(value);
  return {
    verdict: VERDICTS.find((one) => one === verdict) ?? null,
    changes: Array.isArray(changes)
      ? changes.map((item) => {
          const change = objectOf(item);
          return {
            path: String(change.path ?? ''),
            kind: String(change.kind ?? ''),
            verdict: VERDICTS.find((one) => one === change.verdict) ?? 'unknown',
            detail: String(change.detail ?? ''),
          } satisfies CompatChange;
        })
      : [],
  };
}
