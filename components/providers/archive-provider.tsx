'use client';

import { Archive } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import type { ProviderPage } from '@/lib/schemas/providers';
import type { Result } from './types';

type Props = {
  provider: ProviderPage;
  onArchive: (input: { id: string; row_version: number }) => Promise<Result<null>>;
};

/** Takes a provider out of service. One of the providers file goes there. */
export function ArchiveProvider({ provider, onArchive }: Props) {
  const { push } = useNavigation();
  if (!provider.may_manage || provider.source === 'file') return null;
  const { id, name, capabilities, row_version } = provider;
  return (
    <ConfirmDialog
      danger
      trigger={
        <Button>
          <Archive aria-hidden />
          Archive
        </Button>
      }
      title={`Archive ${name}?`}
      description="It is no longer synced and cannot be called. Nothing is deleted, and its id stays taken."
      impact={
        <p className="text-table">
          {capabilities === 0
            ? 'It serves no capability.'
            : `${capabilities} ${capabilities === 1 ? 'capability stays' : 'capabilities stay'} in the catalog and can no longer be called through it.`}
        </p>
      }
      confirmLabel="Archive this provider"
      onConfirm={async () => {
        const result = await onArchive({ id, row_version });
        if (!result.ok) return { error: result.error.message };
        notify.success(`${name} is archived`);
        push('/providers');
        return undefined;
      }}
    />
  );
}
