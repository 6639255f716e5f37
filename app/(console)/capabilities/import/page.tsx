import type { Metadata } from 'next';
import { ImportContracts } from '@/components/contracts/import-contracts';
import { PageHeader } from '@/components/ui/page-header';
import { sessionContext } from '@/lib/auth/session';
import { apply } from './actions';

export const metadata: Metadata = { title: 'Import contracts' };

export default async function ImportPage() {
  await sessionContext();
  return (
    <div className="mx-auto grid w-full min-w-0 max-w-5xl gap-5">
      <PageHeader
        title="Import contracts"
        description="Bring the catalog to what YAML documents say, whole or not at all. You see first what it changes; what is live, or shall be, waits for a second person."
      />
      <ImportContracts onApply={apply} />
    </div>
  );
}
