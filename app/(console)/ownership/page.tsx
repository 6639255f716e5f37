import type { Metadata } from 'next';
import { parseTableSearchParams } from '@/components/data-table/state';
import { OffersList } from '@/components/ownership/offers-list';
import { OwnershipTable } from '@/components/ownership/ownership-table';
import { ownershipTable } from '@/components/ownership/table-spec';
import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tabs';
import { sessionContext } from '@/lib/auth/session';
import { ownershipQuerySchema } from '@/lib/schemas/ownership';
import { listFacets } from '@/lib/services/catalog/list-facets';
import type { Context } from '@/lib/services/context';
import { countOffersForMe, listOffers } from '@/lib/services/ownership/list-offers';
import { listOwnershipTable } from '@/lib/services/ownership/list-ownership-view';
import { pageAt } from '../page-at';
import { attestChosen, decide, offer } from './actions';

export const metadata: Metadata = { title: 'Ownership' };

type Search = Record<string, string | string[] | undefined>;

export default async function OwnershipPage({ searchParams }: { searchParams: Promise<Search> }) {
  const ctx = await sessionContext();
  const search = await searchParams;
  const onOffers = search.tab === 'offers';
  const forMe = await countOffersForMe(ctx);
  const tabs = [
    { href: '/ownership', label: 'Due and orphaned' },
    { href: '/ownership?tab=offers', label: 'Offers', ...(forMe > 0 ? { count: forMe } : {}) },
  ];
  return (
    <div className="grid min-w-0 gap-4">
      <PageHeader
        title="Ownership"
        description="What nobody owns any more, what its owners have to recertify, and what changes hands. Orphans and overdue ones are not promoted."
      />
      <TabLinks label="Sections" items={tabs} />
      {onOffers ? await offersTab(ctx, search) : await dueTab(ctx, search)}
    </div>
  );
}

async function dueTab(ctx: Context, search: Search) {
  const { filters, page, pageSize } = parseTableSearchParams(search, ownershipTable);
  const filter = ownershipQuerySchema.parse({
    ...(filters.state?.[0] ? { state: filters.state[0] } : {}),
    mine: filters.mine ? 'true' : 'false',
  });
  const team = filters.team?.[0];
  const [{ rows, total }, facets] = await Promise.all([
    listOwnershipTable({
      ctx,
      input: { filter: { ...filter, ...(team ? { team } : {}) }, page, pageSize },
    }),
    listFacets({ ctx }),
  ]);
  return (
    <OwnershipTable
      rows={rows}
      total={total}
      teams={facets.owners}
      onAttest={attestChosen}
      onOffer={offer}
    />
  );
}

async function offersTab(ctx: Context, search: Search) {
  const { items, next_cursor: next } = await pageAt(search.cursor, (from) =>
    listOffers({ ctx, input: { limit: 50, ...from } }),
  );
  const chosen = typeof search.offer === 'string' ? search.offer : null;
  return (
    <OffersList
      offers={items}
      chosen={chosen}
      onDecide={decide}
      pages={{ first: '/ownership?tab=offers', next, later: search.cursor !== undefined }}
    />
  );
}
