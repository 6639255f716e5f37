import { checkCompatibility } from '@/lib/core/compat/check';
import {
  type CompareSchema,
  type Drift,
  type DriftDefinition,
  detectDrift,
  opensReview,
} from '@/lib/core/drift/detect';
import { DRIFT_KINDS } from '@/lib/core/shared/domain';
import { isJsonObject } from '@/lib/core/shared/json';
import type { Prisma } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import { objectOf, objectOrNull } from '../catalog/rows';

export type CapabilityRow = Prisma.CapabilityGetPayload<object>;

/**
 * Capabilities that hold to a definition of their own: people approved it, or wrote a part. A
 * draft nobody has touched follows its provider instead, and what ended follows nothing.
 */
export const HOLDING = {
  OR: [
    { status: { in: ['REVIEW', 'PRODUCTION', 'DEPRECATED'] } },
    { status: 'DRAFT', authors: { some: {} } },
  ],
} satisfies Prisma.CapabilityWhereInput;

/** Kinds that a person has to decide before the approved definition moves. */
export const REVIEWED_KINDS = DRIFT_KINDS.filter(opensReview);

/** The row, locked to the end: what people write at the same moment comes before or after. */
export async function lockRow(tx: Tx, tenantId: string, id: string): Promise<CapabilityRow> {
  await tx.$queryRaw`
    SELECT id FROM capabilities WHERE tenant_id = ${tenantId} AND id = ${id} FOR UPDATE`;
  return await tx.capability.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
}

/** Where what a provider lists departs from what the capability holds to. */
export async function compareDrift(
  tx: Tx,
  row: CapabilityRow,
  live: DriftDefinition,
): Promise<Drift[]> {
  return detectDrift(await heldBy(tx, row), live, compareSchemas);
}

/** What agents are shown now; before the first version, what people wrote or submitted. */
async function heldBy(tx: Tx, row: CapabilityRow): Promise<DriftDefinition> {
  const { tenantId, id: capabilityId, currentMajor: major, currentMinor: minor } = row;
  const version =
    major === null || minor === null
      ? null
      : await tx.capabilityVersion.findUnique({
          where: {
            tenantId_capabilityId_major_minor: { tenantId, capabilityId, major, minor },
          },
        });
  const held = version ?? row;
  return {
    name: row.name,
    title: held.title || null,
    description: held.description,
    inputSchema: objectOf(held.inputSchema),
    outputSchema: objectOrNull(held.outputSchema),
    annotations: objectOf(held.annotations),
  };
}

const compareSchemas: CompareSchema = (direction, oldSchema, newSchema) => {
  const { verdict, changes } = checkCompatibility({ direction, oldSchema, newSchema });
  return { verdict, reasons: changes.map(({ path, detail }) => `${path || '/'}: ${detail}`) };
};

/** A binding's live definition as it was stored; null where no sync has read one. */
export function liveOf(stored: unknown): DriftDefinition | null {
  if (!isJsonObject(stored) || typeof stored.name !== 'string') return null;
  return {
    name: stored.name,
    title: typeof stored.title === 'string' ? stored.title : null,
    description: typeof stored.description === 'string' ? stored.description : '',
    inputSchema: objectOf(stored.inputSchema),
    outputSchema: objectOrNull(stored.outputSchema),
    annotations: objectOf(stored.annotations),
  };
}
