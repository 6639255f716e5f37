import type { Metadata } from 'next';
import { LintTable } from '@/components/capabilities/lint-table';
import { lintTable, toLintFilter } from '@/components/capabilities/lint-table-spec';
import { parseTableSearchParams } from '@/components/data-table/state';
import { CrumbTitle } from '@/components/shell/crumb-title';
import { PageHeader } from '@/components/ui/page-header';
import { sessionContext } from '@/lib/auth/session';
import { lintExportQuerySchema } from '@/lib/schemas/lint';
import { listFacets } from '@/lib/services/catalog/list-facets';
import { listLintTable } from '@/lib/services/catalog/list-lint-view';

export const metadata: Metadata = { title: 'Lint' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function LintPage({ searchParams }: Props) {
  const ctx = await sessionContext();
  const query = parseTableSearchParams(await searchParams, lintTable);
  const { page, pageSize } = query;
  const asked = lintExportQuerySchema.safeParse(toLintFilter(query));
  const filter = asked.success ? asked.data : {};
  const [{ rows, total, rules }, facets] = await Promise.all([
    listLintTable({ ctx, input: { filter, page, pageSize } }),
    listFacets({ ctx }),
  ]);
  return (
    <div className="grid min-w-0 gap-4">
      <CrumbTitle title="Lint" />
      <PageHeader
        title="Lint"
        description="Models choose by descriptions. What makes one hard to choose by, or unsafe to read, and where it stands."
      />
      <LintTable
        rows={rows}
        total={total}
        rules={rules}
        owners={facets.owners}
        providers={facets.providers}
      />
    </div>
  );
}
