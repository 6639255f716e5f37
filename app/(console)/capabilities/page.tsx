import type { Metadata } from 'next';
import { CapabilitiesTable } from '@/components/capabilities/capabilities-table';
import { capabilitiesTable, toListInput } from '@/components/capabilities/table-spec';
import { parseTableSearchParams } from '@/components/data-table/state';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/navigation';
import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tabs';
import { sessionContext } from '@/lib/auth/session';
import { capabilityTableSchema } from '@/lib/schemas/capabilities';
import { listCapabilitiesView } from '@/lib/services/catalog/list-capabilities-view';
import { listFacets, listOwnTeams } from '@/lib/services/catalog/list-facets';
import { bulk } from './actions';

export const metadata: Metadata = { title: 'Capabilities' };

const VIEWS = [
  { href: '/capabilities', label: 'All' },
  { href: '/capabilities?status=DRAFT', label: 'Drafts to triage' },
  { href: '/capabilities?status=REVIEW', label: 'Waiting for review' },
  { href: '/capabilities?status=PRODUCTION,DEPRECATED', label: 'Live' },
];

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function CapabilitiesPage({ searchParams }: Props) {
  const ctx = await sessionContext();
  const query = parseTableSearchParams(await searchParams, capabilitiesTable);
  const input = capabilityTableSchema.parse(toListInput(query));
  const [{ rows, total }, facets, teams] = await Promise.all([
    listCapabilitiesView({ ctx, input }),
    listFacets({ ctx }),
    listOwnTeams({ ctx }),
  ]);
  const { type = [] } = query.filters;
  const onlySkills = type.length === 1 && type[0] === 'SKILL';
  return (
    <div className="grid min-w-0 gap-4">
      <PageHeader
        title={onlySkills ? 'Skills' : 'Capabilities'}
        description={
          onlySkills
            ? 'Instructions agents load when a task calls for them: capabilities of one type.'
            : 'Everything agents can use: who owns it, how dangerous it is, what is live.'
        }
        actions={
          <>
            <Button asChild>
              <Link href="/capabilities/lint">Lint</Link>
            </Button>
            <Button asChild>
              <Link href="/capabilities/import">Import contracts</Link>
            </Button>
            <Button asChild variant="primary">
              <Link href="/capabilities/new">Register capability</Link>
            </Button>
          </>
        }
      />
      <TabLinks label="Views" items={VIEWS} />
      <CapabilitiesTable rows={rows} total={total} facets={facets} teams={teams} onBulk={bulk} />
    </div>
  );
}
