import { createHash } from 'node:crypto';
import type { Listing } from '@/lib/adapters/mcp';
import { checkDefinitions } from '@/lib/adapters/schema/check-definitions';
import { type Definition, definitionKey, normaliseListing } from '@/lib/core/intake';
import { SHARED_TENANT } from '@/lib/core/shared/domain';
import { runtime } from '@/lib/runtime';
import type { Unreadable } from '../drift/record-unreadable';
import { outbound } from '../outbound';
import type { ProviderRecord } from './load-provider';
import type { SyncOutcome } from './sync-record';

/** A binding of the provider as the last sync left it. */
export type KnownBinding = {
  id: string;
  capabilityId: string;
  upstreamName: string;
  liveHash: string;
  removedAt: Date | null;
  removedBy: string | null;
  capability: { type: string };
};

export type Intake = {
  definitions: Definition[];
  /** By definition: more than one where people gave a listed tool to a capability of their own. */
  known: ReadonlyMap<string, readonly KnownBinding[]>;
  rejected: SyncOutcome['rejected'];
  /** Of those rejected, the ones known from before: listed still, in a form that cannot be kept. */
  unreadable: Unreadable[];
  /** Known ones that are not listed, in whatever form. */
  missing: KnownBinding[];
};

/** What a provider listed, as definitions that are kept, and by name those that are not. */
export async function takeIn(provider: ProviderRecord, listing: Listing): Promise<Intake> {
  const known = await loadKnown(provider);
  const taken = await loadTakenIds(provider);
  const { definitions, rejected } = normaliseListing({
    provider,
    listing: { ...listing, serverName: listing.serverInfo?.name ?? null },
    knownIds: new Map([...known].map(([key, [first]]) => [key, first.capabilityId])),
    isTaken: (id) => taken.has(id),
    hash: (text) => createHash('sha256').update(text).digest('hex'),
  });
  const checked = await checkDefinitions(outbound.get().schemas, definitions);
  const refused = [...rejected, ...checked.rejected];
  const kept = new Set(checked.kept.map(definitionKey));
  const broken = new Map<string, string>();
  for (const { type, upstreamName, reason } of refused) {
    if (upstreamName === null) continue;
    const key = definitionKey({ type, upstreamName });
    if (!kept.has(key) && !broken.has(key)) broken.set(key, reason);
  }
  return {
    definitions: checked.kept,
    known,
    rejected: refused.map(({ name, reason }) => ({ name, reason })),
    unreadable: unreadableOf(known, broken),
    missing: [...known].flatMap(([key, bindings]) =>
      kept.has(key) || broken.has(key) ? [] : bindings,
    ),
  };
}

function unreadableOf(known: Known, broken: ReadonlyMap<string, string>): Unreadable[] {
  return [...broken].flatMap(([key, reason]) =>
    (known.get(key) ?? [])
      .filter((binding) => binding.removedAt === null)
      .map(({ id: bindingId, capabilityId }) => ({ bindingId, capabilityId, reason })),
  );
}

type Known = ReadonlyMap<string, [KnownBinding, ...KnownBinding[]]>;

async function loadKnown(provider: ProviderRecord): Promise<Known> {
  const rows = await runtime().db.prisma.binding.findMany({
    where: { tenantId: provider.tenantId, providerId: provider.id },
    select: {
      id: true,
      capabilityId: true,
      upstreamName: true,
      liveHash: true,
      removedAt: true,
      removedBy: true,
      capability: { select: { type: true } },
    },
    orderBy: [{ firstSeenAt: 'asc' }, { id: 'asc' }],
  });
  const known = new Map<string, [KnownBinding, ...KnownBinding[]]>();
  for (const row of rows) {
    const others = known.get(keyOf(row));
    if (others) others.push(row);
    else known.set(keyOf(row), [row]);
  }
  return known;
}

function keyOf(row: KnownBinding): string {
  const type = row.capability.type as Definition['type'];
  return definitionKey({ type, upstreamName: row.upstreamName });
}

/** Ids that may clash: those under this provider's name, of this tenant and of `shared`. */
async function loadTakenIds(provider: ProviderRecord): Promise<Set<string>> {
  const prefix = `${provider.id.replaceAll('-', '_')}.`;
  const everywhere = provider.tenantId === SHARED_TENANT;
  const rows = await runtime().db.prisma.capabilityIdReservation.findMany({
    where: {
      id: { startsWith: prefix },
      ...(everywhere ? {} : { tenantId: { in: [provider.tenantId, SHARED_TENANT] } }),
    },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}
