'use client';

import { RotateCcw } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';

type Props = {
  incidentId: string;
  targetId: string;
  /** It stays stopped by these after this one ends. */
  alsoOpen: readonly string[];
  onRestore: (input: {
    id: string;
    reason: string;
  }) => Promise<{ ok: true } | { ok: false; error: { message: string } }>;
};

/** Ends an incident, with a reason. Only shown to who may. */
export function RestoreDialog({ incidentId, targetId, alsoOpen, onRestore }: Props) {
  const { refresh } = useNavigation();
  const stays =
    alsoOpen.length > 0
      ? `It stays stopped by ${alsoOpen.length === 1 ? 'another open incident' : `${alsoOpen.length} other open incidents`}.`
      : 'Agents can discover and call it again at once.';
  return (
    <ConfirmDialog
      trigger={
        <Button variant="primary">
          <RotateCcw aria-hidden />
          Restore
        </Button>
      }
      title={`Restore ${targetId}?`}
      description={`Ends this incident. ${stays}`}
      reason={{ required: true, label: 'Why it is safe again' }}
      confirmLabel={`Restore ${targetId}`}
      onConfirm={async ({ reason }) => {
        const result = await onRestore({ id: incidentId, reason });
        if (!result.ok) return { error: result.error.message };
        notify.success(`${targetId} is restored`);
        refresh();
        return undefined;
      }}
    />
  );
}
