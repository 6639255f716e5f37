import type { Metadata } from 'next';
import { parseTableSearchParams } from '@/components/data-table/state';
import { LedgerTable } from '@/components/ledger/ledger-table';
import { ledgerTable, toLedgerFilter } from '@/components/ledger/table-spec';
import { VerifyButton } from '@/components/ledger/verify-button';
import { PageHeader } from '@/components/ui/page-header';
import { sessionContext } from '@/lib/auth/session';
import { invocationFilterSchema } from '@/lib/schemas/ledger';
import {
  asInvocationSort,
  listInvocationsTable,
} from '@/lib/services/ledger/list-invocations-view';
import { listLedgerFacets } from '@/lib/services/ledger/list-ledger-facets';
import { mayVerify } from '@/lib/services/ledger/verify-ledger';
import { verify } from './actions';

export const metadata: Metadata = { title: 'Ledger' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function LedgerPage({ searchParams }: Props) {
  const ctx = await sessionContext();
  const query = parseTableSearchParams(await searchParams, ledgerTable);
  const filter = invocationFilterSchema.parse(toLedgerFilter(query, ctx.now));
  const { page, pageSize } = query;
  const sort = { id: asInvocationSort(query.sort.id), desc: query.sort.desc };
  const [{ rows, total }, facets] = await Promise.all([
    listInvocationsTable({ ctx, input: { filter, sort, page, pageSize } }),
    listLedgerFacets({ ctx }),
  ]);
  const all = mayVerify(ctx);
  return (
    <div className="grid min-w-0 gap-4">
      <PageHeader
        title="Ledger"
        description={
          all
            ? 'Every call and how it ended, refused ones too. Append-only and hash-chained.'
            : 'Calls of the agents and capabilities your teams own, refused ones too.'
        }
        actions={all && <VerifyButton onVerify={verify} />}
      />
      <LedgerTable
        rows={rows}
        total={total}
        all={all}
        agents={facets.agent}
        capabilities={facets.capability}
        providers={facets.provider}
      />
    </div>
  );
}
