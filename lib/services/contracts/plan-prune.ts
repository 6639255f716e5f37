import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import { recordAudit } from '../audit';
import { requireAllowed } from '../authorize';
import { writeCapability } from '../catalog/load';
import { asCapability, type CapabilityRecord } from '../catalog/rows';
import type { Context } from '../context';
import { type Planned, reasonsOf, resultOf } from './plan';

type Within = { owner?: string | undefined; tag?: string | undefined };

/**
 * What is within the named part of the catalog and in no document. Nothing is ever deleted: a draft
 * leaves the lists and can be taken back; of what is submitted or live it only says so, because its
 * end needs a date, a replacement and a decision.
 */
export async function planPrune(
  ctx: Context,
  { owner, tag }: Within,
  named: ReadonlySet<string>,
): Promise<Planned[]> {
  const rows = await runtime().db.prisma.capability.findMany({
    where: {
      tenantId: ctx.tenantId,
      dismissedAt: null,
      status: { not: 'DISABLED' },
      ...(owner === undefined ? {} : { ownerTeamId: owner }),
      ...(tag === undefined ? {} : { tags: { has: tag } }),
    },
    orderBy: { id: 'asc' },
  });
  return rows
    .map(asCapability)
    .filter(({ id }) => !named.has(id))
    .map((row) => planOne(ctx, row));
}

function planOne(ctx: Context, row: CapabilityRecord): Planned {
  const at = { document: null, kind: 'Capability' as const, id: row.id };
  const basis = row.rowVersion;
  if (row.status !== 'DRAFT') {
    const notes = [
      `No document names it, and it is in ${row.status}: ${
        row.status === 'REVIEW'
          ? 'take it back from review first.'
          : 'deprecate it with an end and a replacement; a contract never ends what is live.'
      }`,
    ];
    return { result: resultOf(at, { action: 'unchanged', notes }), work: null, basis };
  }
  const { tenantId, ownerTeamId } = row;
  const reasons = reasonsOf(() =>
    requireAllowed(authorize(ctx.actor, 'capability.dismiss', { tenantId, ownerTeamId })),
  );
  if (reasons.length > 0) {
    return { result: resultOf(at, { action: 'refused', reasons }), work: null, basis };
  }
  return {
    result: resultOf(at, {
      action: 'prune',
      notes: ['No document names it: the draft is dismissed. It can be taken back.'],
    }),
    basis,
    work: async (tx, by) => {
      await writeCapability(tx, row, { dismissedAt: by.now });
      await recordAudit(tx, by, {
        action: 'capability.dismiss',
        targetKind: 'capability',
        targetId: row.id,
        reason: 'No contract names it.',
      });
      return [];
    },
  };
}
