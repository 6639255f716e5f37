'use client';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useNavigation } from '@/components/ui/navigation';
import type { Orphaning } from '@/lib/schemas/ownership';
import type { Team, UpdateTeam } from '@/lib/schemas/teams';
import { OrphaningImpact } from './orphaning-impact';

type Result = { ok: true } | { ok: false; error: { message: string } };

/** Archives a team or brings it back; says what would be orphaned. */
export function ArchiveTeam(props: {
  team: Team;
  orphaning: Orphaning;
  onSave: (input: UpdateTeam) => Promise<Result>;
}) {
  const { team, orphaning, onSave } = props;
  const { refresh } = useNavigation();
  const archived = team.archived_at !== null;
  return (
    <ConfirmDialog
      danger={!archived}
      trigger={
        <Button variant={archived ? 'secondary' : 'danger-outline'}>
          {archived ? 'Bring back' : 'Archive'}
        </Button>
      }
      title={archived ? `Bring ${team.name} back?` : `Archive ${team.name}?`}
      description={
        archived
          ? 'It owns again what it owned.'
          : 'Its members no longer own anything through it. What it owns is listed as orphaned until you give it to another team.'
      }
      impact={archived ? undefined : <OrphaningImpact orphaning={orphaning} />}
      confirmLabel={archived ? 'Bring back' : 'Archive team'}
      onConfirm={async () => {
        const result = await onSave({
          id: team.id,
          row_version: team.row_version,
          archived: !archived,
        });
        if (!result.ok) return { error: result.error.message };
        refresh();
        return undefined;
      }}
    />
  );
}
