import type { ListKind } from '@/lib/adapters/mcp';
import type { Prisma } from '@/lib/db/generated/client';
import { transact } from '../announce';
import { recordAudits } from '../audit';
import type { Context } from '../context';
import { newId } from '../ids';
import type { KnownBinding } from './intake';
import type { ProviderRecord } from './load-provider';

const TYPES_OF: Record<ListKind, readonly string[]> = {
  tools: ['MCP_TOOL'],
  resources: ['MCP_RESOURCE'],
  resourceTemplates: ['MCP_RESOURCE'],
  prompts: ['MCP_PROMPT'],
};

export type Removal = { count: number; drift: { capability_id: string; kinds: string[] }[] };

/**
 * Marks what a complete list no longer names. Nothing is deleted: the binding stays, unavailable,
 * and a live capability gets a `removed` drift. Kinds whose list was cut short are left alone.
 */
export async function markRemoved(
  ctx: Context,
  provider: ProviderRecord,
  missing: readonly KnownBinding[],
  incomplete: readonly ListKind[],
): Promise<Removal> {
  const unsure = new Set(incomplete.flatMap((kind) => TYPES_OF[kind]));
  const gone = missing.filter(
    (binding) => binding.removedAt === null && !unsure.has(binding.capability.type),
  );
  if (gone.length === 0) return { count: 0, drift: [] };
  const { tenantId } = provider;
  const ids = gone.map((binding) => binding.capabilityId);
  const live = await transact(async (tx) => {
    await tx.binding.updateMany({
      where: { tenantId, id: { in: gone.map((binding) => binding.id) } },
      data: {
        removedAt: ctx.now,
        availability: 'unavailable',
        availabilityReason: 'The provider no longer lists it.',
      },
    });
    const rows = await tx.capability.findMany({
      where: { tenantId, id: { in: ids }, status: { in: ['REVIEW', 'PRODUCTION', 'DEPRECATED'] } },
      select: { id: true },
    });
    const liveIds = new Set(rows.map(({ id }) => id));
    const drifted = gone.filter((binding) => liveIds.has(binding.capabilityId));
    // Gone, back and gone again: the same row, open once more.
    await tx.drift.updateMany({
      where: { tenantId, bindingId: { in: drifted.map(({ id }) => id) }, kind: 'removed' },
      data: { resolvedAt: null, resolvedBy: null, resolution: null, lastSeenAt: ctx.now },
    });
    await tx.drift.createMany({
      data: drifted.map(
        (binding): Prisma.DriftCreateManyInput => ({
          tenantId,
          id: newId('drf', ctx.now.getTime()),
          capabilityId: binding.capabilityId,
          bindingId: binding.id,
          kind: 'removed',
          liveHash: '',
          details: { upstream_name: binding.upstreamName },
          detectedAt: ctx.now,
          lastSeenAt: ctx.now,
        }),
      ),
      skipDuplicates: true,
    });
    await recordAudits(
      tx,
      ctx,
      gone.map((binding) => ({
        action: 'binding.remove',
        targetKind: 'capability',
        targetId: binding.capabilityId,
        tenantId,
        reason: `${provider.id} no longer lists ${binding.upstreamName}`,
      })),
    );
    return liveIds;
  });
  return {
    count: gone.length,
    drift: [...live].map((id) => ({ capability_id: id, kinds: ['removed'] })),
  };
}
