'use client';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import type { Agent, UpdateAgent } from '@/lib/schemas/agents';

type Result = { ok: true; data: Agent } | { ok: false; error: { message: string } };

/** Switches an agent off, or on again. Off is at once, for every key. */
export function ActiveSwitch(props: {
  agent: Agent;
  onSave: (input: UpdateAgent) => Promise<Result>;
}) {
  const { agent, onSave } = props;
  const { refresh } = useNavigation();
  const keys = agent.counts.live_keys;
  const keysText = `${keys} ${keys === 1 ? 'key' : 'keys'}`;
  return (
    <ConfirmDialog
      trigger={
        <Button variant={agent.active ? 'danger-outline' : 'secondary'}>
          {agent.active ? 'Switch off' : 'Switch on'}
        </Button>
      }
      danger={agent.active}
      title={agent.active ? `Switch off ${agent.name}?` : `Switch on ${agent.name}?`}
      description={
        agent.active
          ? `Its ${keysText} will be refused from the next call on. Grants and keys stay, so you can switch it on again.`
          : `Its ${keysText} will work again.`
      }
      confirmLabel={agent.active ? 'Switch off' : 'Switch on'}
      onConfirm={async () => {
        const result = await onSave({
          id: agent.id,
          row_version: agent.row_version,
          active: !agent.active,
        });
        if (!result.ok) return { error: result.error.message };
        notify.success(agent.active ? `${agent.name} is off` : `${agent.name} is on`);
        refresh();
        return undefined;
      }}
    />
  );
}
