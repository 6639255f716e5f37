'use client';

import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { Combobox } from '@/components/ui/combobox';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Link, useNavigation } from '@/components/ui/navigation';
import type { Option } from '@/components/ui/select';
import { notify } from '@/components/ui/toast';
import { Truncate } from '@/components/ui/truncate';
import type { Orphaning } from '@/lib/schemas/ownership';
import type { Team } from '@/lib/schemas/teams';
import { OrphaningImpact } from './orphaning-impact';

type Result = { ok: true } | { ok: false; error: { message: string } };
type Change = (input: { id: string; user: string }) => Promise<Result>;
type Props = {
  team: Team;
  /** What nobody would own without its last active member. */
  orphaning: Orphaning;
  editable: boolean;
  onSearch: (query: string) => Promise<readonly Option[]>;
  onAdd: Change;
  onRemove: Change;
};

/** Who owns what the team owns. */
export function TeamMembers(props: Props) {
  const { team, orphaning, editable, onSearch, onAdd, onRemove } = props;
  const { refresh } = useNavigation();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  async function run(change: Change, user: string, done: string) {
    setBusy(user);
    const result = await change({ id: team.id, user });
    setBusy(null);
    setError(result.ok ? null : result.error.message);
    if (!result.ok) return;
    notify.success(done);
    refresh();
  }
  return (
    <Card
      title="Members"
      description="They own what the team owns, with all that comes with it."
      flush
    >
      {error && (
        <Callout tone="danger" className="m-4">
          {error}
        </Callout>
      )}
      {team.members.length === 0 && (
        <p className="p-4 text-muted text-table">Nobody yet: what this team owns is orphaned.</p>
      )}
      <div className="divide-y">
        <ul className="divide-y">
          {team.members.map((member) => (
            <li key={member.id} className="flex min-h-9 items-center gap-2 py-1 pr-2.5 pl-4">
              <Link
                href={`/people/${member.id}`}
                className="font-medium text-table hover:underline"
              >
                {member.name}
              </Link>
              <Truncate text={member.email} className="flex-1 text-muted text-table" />
              {!member.active && <Badge>Deactivated</Badge>}
              {editable && (
                <Remove
                  name={member.name}
                  pending={busy === member.id}
                  orphaning={isLast(team, member.id) ? orphaning : null}
                  onRemove={() => run(onRemove, member.id, `${member.name} is out of the team`)}
                />
              )}
            </li>
          ))}
        </ul>
        {editable && !team.archived_at && (
          <div className="px-4 py-3">
            <Combobox
              aria-label="Add a person"
              placeholder="Add a person"
              searchPlaceholder="Name or e-mail"
              options={[]}
              value={null}
              onSearch={onSearch}
              onValueChange={(id) => id && run(onAdd, id, 'Added to the team')}
            />
          </div>
        )}
      </div>
    </Card>
  );
}

function isLast(team: Team, userId: string): boolean {
  const active = team.members.filter((member) => member.active);
  return active.length === 1 && active[0]?.id === userId;
}

/** Taking out the last active member orphans what the team owns: that is asked first. */
function Remove(props: {
  name: string;
  pending: boolean;
  orphaning: Orphaning | null;
  onRemove: () => Promise<void>;
}) {
  const { name, pending, orphaning, onRemove } = props;
  const button = {
    size: 'sm',
    variant: 'ghost',
    pending,
    'aria-label': `Take ${name} out`,
  } as const;
  if (!orphaning) {
    return (
      <Button {...button} onClick={() => void onRemove()}>
        Remove
      </Button>
    );
  }
  return (
    <ConfirmDialog
      danger
      trigger={<Button {...button}>Remove</Button>}
      title={`Take ${name} out?`}
      description={`${name} is the last active member: what the team owns is orphaned.`}
      impact={<OrphaningImpact orphaning={orphaning} />}
      confirmLabel="Take out the last member"
      onConfirm={async () => {
        await onRemove();
        return undefined;
      }}
    />
  );
}
