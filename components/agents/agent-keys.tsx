'use client';

import { useState } from 'react';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import type { AgentKey } from '@/lib/schemas/agents';
import { KeyList } from './key-list';
import { NewKeyDialog } from './new-key-dialog';
import { SecretOnce } from './secret-once';

type Failure = { ok: false; error: { message: string; fieldErrors?: Record<string, string> } };
type Props = {
  agentId: string;
  keys: readonly AgentKey[];
  mayMake: boolean;
  onCreate: (input: {
    agent_id: string;
    name: string;
    expires_at: string | null;
  }) => Promise<{ ok: true; data: { id: string; key: string } } | Failure>;
  onRevoke: (input: { agent_id: string; key_id: string }) => Promise<{ ok: true } | Failure>;
};

/** Keys of an agent. */
export function AgentKeys({ agentId, keys, mayMake, onCreate, onRevoke }: Props) {
  const { refresh } = useNavigation();
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <KeyList
        title="Keys"
        description="Each is one program’s way in. Give every program its own, so that one can be revoked alone."
        keys={keys}
        empty="No keys yet"
        action={
          mayMake ? (
            <NewKeyDialog
              word="key"
              hint="The program sends it as a bearer token."
              onCreate={async (input) => {
                const result = await onCreate({ agent_id: agentId, ...input });
                return result.ok ? { ok: true, data: result.data.key } : result;
              }}
              onCreated={setSecret}
            />
          ) : (
            <span className="text-muted text-xs">Only members of the owning team make keys.</span>
          )
        }
        onRevoke={async (id) => {
          const result = await onRevoke({ agent_id: agentId, key_id: id });
          if (!result.ok) return result.error.message;
          notify.success('Revoked');
          refresh();
          return null;
        }}
      />
      <SecretOnce
        secret={secret}
        title="Your new key"
        description="Put it where the program reads its secrets."
        onClose={() => {
          setSecret(null);
          refresh();
        }}
      />
    </>
  );
}
