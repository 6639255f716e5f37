import type { Metadata } from 'next';
import { AuditTable } from '@/components/audit/audit-table';
import { auditTable } from '@/components/audit/table-spec';
import { parseTableSearchParams, type TableQuery } from '@/components/data-table/state';
import { PageHeader } from '@/components/ui/page-header';
import { sessionContext } from '@/lib/auth/session';
import {
  type AuditFilter,
  listAuditFacets,
  listAuditTable,
} from '@/lib/services/ledger/list-audit-view';

export const metadata: Metadata = { title: 'Audit' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function AuditPage({ searchParams }: Props) {
  const ctx = await sessionContext();
  const query = parseTableSearchParams(await searchParams, auditTable);
  const { page, pageSize, sort } = query;
  const [{ rows, total }, facets] = await Promise.all([
    listAuditTable({ ctx, input: { filter: toFilter(query), desc: sort.desc, page, pageSize } }),
    listAuditFacets({ ctx }),
  ]);
  return (
    <div className="grid min-w-0 gap-4">
      <PageHeader
        title="Audit"
        description="Every change of the catalog: who, when, from which door, before and after. Append-only."
      />
      <AuditTable
        rows={rows}
        total={total}
        kinds={facets.kind}
        actions={facets.action}
        actors={facets.actor}
      />
    </div>
  );
}

function toFilter({ filters, q }: TableQuery): AuditFilter {
  const first = (key: string) => filters[key]?.[0];
  const [action, actor, target] = [first('action'), first('actor'), first('target')];
  return {
    ...(filters.kind ? { kinds: filters.kind } : {}),
    ...(action ? { action } : {}),
    ...(actor ? { actor } : {}),
    ...(target ? { target } : {}),
    ...(q ? { q } : {}),
  };
}
