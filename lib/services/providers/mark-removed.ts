import type { ListKind } from '@/lib/adapters/mcp';
import type { Prisma } from '@/lib/db/generated/client';
import { announce, transact } from '../announce';
import { recordAudits } from '../audit';
import type { Context } from '../context';
import { HOLDING } from '../drift/compare-drift';
import { tellRemoved } from '../drift/tell-removed';
import { newId } from '../ids';
import type { KnownBinding } from './intake';
import type { ProviderRecord } from './load-provider';

const TYPES_OF: Record<ListKind, readonly string[]> = {
  tools: ['MCP_TOOL'],
  resources: ['MCP_RESOURCE'],
  resourceTemplates: ['MCP_RESOURCE'],
  prompts: ['MCP_PROMPT'],
};

/** Who removed what is only not listed. */
export const BY_SYNC = 'sync';

/** The reason a removal leaves where nobody had set another availability; a return takes it back. */
export const NO_LONGER_LISTED = 'The provider no longer lists it.';

export type Removal = { count: number; drift: { capability_id: string; kinds: string[] }[] };

/**
 * Marks what a complete list no longer names. Nothing is deleted: the binding stays, unavailable,
 * and a capability that people wrote on or approved gets a `removed` drift. Kinds whose list was
 * cut short are left alone.
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
  const bindingIds = { in: gone.map((binding) => binding.id) };
  const holding = await transact(async (tx) => {
    await tx.binding.updateMany({
      where: { tenantId, id: bindingIds },
      data: { removedAt: ctx.now, removedBy: BY_SYNC },
    });
    await tx.binding.updateMany({
      where: { tenantId, id: bindingIds, availability: 'available' },
      data: { availability: 'unavailable', availabilityReason: NO_LONGER_LISTED },
    });
    const rows = await tx.capability.findMany({
      where: { tenantId, id: { in: ids }, ...HOLDING },
      select: { id: true, ownerTeamId: true },
    });
    const holdingIds = new Set(rows.map(({ id }) => id));
    const drifted = gone.filter((binding) => holdingIds.has(binding.capabilityId));
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
    await tellRemoved(tx, ctx, provider, rows);
    return holdingIds;
  });
  await announce('catalog', { tenantId, ids });
  return {
    count: gone.length,
    drift: [...holding].map((id) => ({ capability_id: id, kinds: ['removed'] })),
  };
}
