'use client';

import { Keys } from '@/components/keys/keys';
import type { NewKey } from '@/components/keys/new-key-dialog';
import type { AgentKey } from '@/lib/schemas/agents';

type Failure = { ok: false; error: { message: string; fieldErrors?: Record<string, string> } };
type Props = {
  agentId: string;
  keys: readonly AgentKey[];
  mayMake: boolean;
  onCreate: (
    input: NewKey & { agent_id: string },
  ) => Promise<{ ok: true; data: { id: string; key: string } } | Failure>;
  onRevoke: (input: { agent_id: string; key_id: string }) => Promise<{ ok: true } | Failure>;
};

/** Keys of an agent. */
export function AgentKeys({ agentId, keys, mayMake, onCreate, onRevoke }: Props) {
  return (
    <Keys
      word="key"
      title="Keys"
      description="Each is one program’s way in. Give every program its own, so that one can be revoked alone."
      keys={keys}
      hint="The program sends it as a bearer token."
      secretHint="Put it where the program reads its secrets."
      whyNot={!mayMake && 'Only members of the owning team make keys.'}
      onCreate={async (input) => {
        const result = await onCreate({ agent_id: agentId, ...input });
        return result.ok ? { ok: true, data: result.data.key } : result;
      }}
      onRevoke={(id) => onRevoke({ agent_id: agentId, key_id: id })}
    />
  );
}
