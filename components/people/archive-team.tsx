'use client';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useNavigation } from '@/components/ui/navigation';
import type { Team, UpdateTeam } from '@/lib/schemas/teams';

type Result = { ok: true } | { ok: false; error: { message: string } };

/** Archives a team or brings it back; says what would be orphaned. */
export function ArchiveTeam(props: { team: Team; onSave: (input: UpdateTeam) => Promise<Result> }) {
  const { team, onSave } = props;
  const { refresh } = useNavigation();
  const archived = team.archived_at !== null;
  const { capabilities, providers, agents } = team.owns;
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
      impact={
        archived ? undefined : (
          <p className="text-table">
            It owns {capabilities} capabilities, {providers} providers and {agents} agents.
          </p>
        )
      }
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
