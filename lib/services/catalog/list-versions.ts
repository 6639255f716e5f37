import { currentMajorAt } from '@/lib/core/shared/majors';
import type { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import { PAGE_LIMIT_MAX, type PagePart } from '@/lib/schemas/shared';
import type { CompatChange, VersionAnswer } from '@/lib/schemas/versions';
import type { Context } from '../context';
import { decodeCursor, toPage } from '../cursor';
import { getCapabilityRecord } from './load';
import { loadMajors, stateAt } from './majors';
import { type CapabilityRecord, objectOf, objectOrNull } from './rows';

const VERDICTS = ['compatible', 'breaking', 'unknown'] as const;

type Page = { items: VersionAnswer[]; next_cursor: string | null };

/** A page of the published versions, newest first, each with the state of its major. */
export async function listVersions(call: {
  ctx: Context;
  input: { capability_id: string } & PagePart;
}): Promise<Page> {
  const { limit = PAGE_LIMIT_MAX, cursor } = call.input;
  const row = await getCapabilityRecord(call.ctx, call.input.capability_id);
  const [major, minor] = cursor ? decodeCursor(cursor, ['whole', 'whole']) : [];
  const after =
    major === undefined
      ? {}
      : { OR: [{ major: { lt: major } }, { major, minor: { lt: minor ?? 0 } }] };
  const found = await versionsOf(row, call.ctx.now, { after, take: limit + 1 });
  const page = toPage(found, limit, (one) => [String(one.major), String(one.minor)]);
  return call.ctx.actor.kind === 'agent' ? { ...page, items: page.items.map(withoutPeople) } : page;
}

/** Who works on the catalog is no business of an agent. */
function withoutPeople({ created_by: _person, ...version }: VersionAnswer): VersionAnswer {
  return { ...version, change_request_id: null };
}

/** All versions of a capability, or those of one page. */
export async function versionsOf(
  row: CapabilityRecord,
  now: Date,
  page?: { after: Prisma.CapabilityVersionWhereInput; take: number },
): Promise<VersionAnswer[]> {
  const where = { tenantId: row.tenantId, capabilityId: row.id };
  const { prisma } = runtime().db;
  const [versions, majors] = await Promise.all([
    prisma.capabilityVersion.findMany({
      where: { ...where, ...page?.after },
      orderBy: [{ major: 'desc' }, { minor: 'desc' }],
      ...(page ? { take: page.take } : {}),
    }),
    loadMajors(prisma, row, now),
  ]);
  const current = currentMajorAt(row.currentMajor, majors, now);
  const majorOf = new Map(majors.map((one) => [one.major, one]));
  return versions.map((version) => ({
    version: `${version.major}.${version.minor}`,
    major: version.major,
    minor: version.minor,
    state: stateAt(majorOf.get(version.major), now),
    current: version.major === current && version.minor === majorOf.get(version.major)?.served,
    scheduled: version.withdrawnAt === null && version.effectiveFrom > now,
    withdrawn: version.withdrawnAt !== null,
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
  const { verdict, changes, ruledBy, ruling } = objectOf(value);
  return {
    ruled_by: typeof ruledBy === 'string' ? ruledBy : null,
    ruling: typeof ruling === 'string' ? ruling : null,
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
