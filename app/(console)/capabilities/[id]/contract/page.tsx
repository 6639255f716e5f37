import { Download } from 'lucide-react';
import type { Metadata } from 'next';
import { cache } from 'react';
import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import { PageHeader } from '@/components/ui/page-header';
import { sessionContext } from '@/lib/auth/session';
import { exportContract } from '@/lib/services/contracts/export-contracts';
import { orNotFound } from '../../../or-not-found';

type Props = { params: Promise<{ id: string }> };

const load = cache(async (id: string): Promise<string> => {
  const ctx = await sessionContext();
  return orNotFound(exportContract({ ctx, input: { capability_id: id } }));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Contract of ${decodeURIComponent((await params).id)}` };
}

export default async function ContractPage({ params }: Props) {
  const id = decodeURIComponent((await params).id);
  const text = await load(id);
  return (
    <div className="mx-auto grid w-full min-w-0 max-w-4xl gap-4">
      <PageHeader
        title="Contract"
        description="Everything the catalog says of it, as a file. Keep it in Git, change it there, and bring it back with Import contracts or the capstan command."
        actions={
          <Button asChild variant="primary">
            <a href={`/api/console/contracts?capability=${encodeURIComponent(id)}`} download>
              <Download aria-hidden />
              Download YAML
            </a>
          </Button>
        }
      />
      <CodeBlock code={text} title={`${id}.yaml`} maxHeight="none" wrap />
    </div>
  );
}
