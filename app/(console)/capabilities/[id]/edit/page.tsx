import type { Metadata } from 'next';
import { CapabilityForm } from '@/components/capabilities/capability-form';
import { valuesOf } from '@/components/capabilities/form-values';
import { Callout } from '@/components/ui/callout';
import { CopyId } from '@/components/ui/copy-button';
import { PageHeader } from '@/components/ui/page-header';
import { sessionContext } from '@/lib/auth/session';
import { getCapabilityView } from '@/lib/services/catalog/get-capability-view';
import { listFacets } from '@/lib/services/catalog/list-facets';
import { orNotFound } from '../../../or-not-found';
import { checkChange, lint, update } from '../../actions';

export const metadata: Metadata = { title: 'Edit capability' };

type Props = { params: Promise<{ id: string }> };

export default async function EditCapabilityPage({ params }: Props) {
  const ctx = await sessionContext();
  const { id } = await params;
  const input = { capability_id: decodeURIComponent(id) };
  const [view, facets] = await Promise.all([
    orNotFound(getCapabilityView({ ctx, input })),
    listFacets({ ctx }),
  ]);
  const { capability, may } = view;
  return (
    <div className="mx-auto grid w-full max-w-4xl gap-5">
      <PageHeader title={`Edit ${capability.name}`} meta={<CopyId value={capability.id} />} />
      {may.edit ? (
        <CapabilityForm
          stored={valuesOf(capability)}
          current={capability}
          teams={facets.owners}
          findings={capability.findings}
          onCheck={checkChange}
          gates={view.next?.gates ?? []}
          onLint={lint}
          onUpdate={update}
        />
      ) : (
        <Callout tone="warning" title="You may not edit this">
          {may.edit_reasons.join(' ') || 'A disabled capability no longer changes.'}
        </Callout>
      )}
    </div>
  );
}
