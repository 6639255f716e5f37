'use client';

import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import { NewNamedDialog } from './new-named-dialog';

type Named = { id: string; name: string };

/** Makes a team, then goes to it to add people. */
export function NewTeam(props: {
  startOpen: boolean;
  onCreate: (
    input: Named,
  ) => Promise<{ ok: true; data: Named } | { ok: false; error: { message: string } }>;
}) {
  const { push } = useNavigation();
  return (
    <NewNamedDialog
      word="team"
      description="A team owns agents, providers and capabilities."
      startOpen={props.startOpen}
      onCreate={props.onCreate}
      onDone={(team) => {
        notify.success(`${team.name} is made`, { description: 'Now add its people.' });
        push(`/people/teams/${team.id}`);
      }}
    />
  );
}
