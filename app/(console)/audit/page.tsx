import type { Metadata } from 'next';
import { AuditTable } from '@/components/audit/audit-table';
import { auditTable, toAuditFilter } from '@/components/audit/table-spec';
import { parseTableSearchParams } from '@/components/data-table/state';
import { PageHeader } from '@/components/ui/page-header';
import { sessionContext } from '@/lib/auth/session';
import { auditFilterSchema } from '@/lib/schemas/ledger';
import { listAuditFacets, listAuditTable } from '@/lib/services/ledger/list-audit-view';

export const metadata: Metadata = { title: 'Audit' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function AuditPage({ searchParams }: Props) {
  const ctx = await sessionContext();
  const query = parseTableSearchParams(await searchParams, auditTable);
  const { page, pageSize, sort } = query;
  const asked = auditFilterSchema.safeParse(toAuditFilter(query, ctx.now));
  const filter = asked.success ? asked.data : {};
  const [{ rows, total }, facets] = await Promise.all([
    listAuditTable({ ctx, input: { filter, desc: sort.desc, page, pageSize } }),
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
