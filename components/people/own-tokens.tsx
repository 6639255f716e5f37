'use client';

import { useState } from 'react';
import { KeyList } from '@/components/agents/key-list';
import { NewKeyDialog } from '@/components/agents/new-key-dialog';
import { SecretOnce } from '@/components/agents/secret-once';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import type { Token } from '@/lib/schemas/people';

type Failure = { ok: false; error: { message: string; fieldErrors?: Record<string, string> } };
type Props = {
  tokens: readonly Token[];
  startOpen: boolean;
  onCreate: (input: {
    name: string;
    expires_at: string | null;
  }) => Promise<{ ok: true; data: { id: string; token: string } } | Failure>;
  onRevoke: (input: { token_id: string }) => Promise<{ ok: true } | Failure>;
};

/** My access tokens: they act as me over REST and the command line. */
export function OwnTokens({ tokens, startOpen, onCreate, onRevoke }: Props) {
  const { refresh } = useNavigation();
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <KeyList
        title="My access tokens"
        description="Each acts with all of your rights, over REST and the command line. Agents use keys of their own."
        keys={tokens}
        empty="No tokens yet"
        action={
          <NewKeyDialog
            word="token"
            hint="It acts as you. Give every script its own."
            startOpen={startOpen}
            onCreate={async (input) => {
              const result = await onCreate(input);
              return result.ok ? { ok: true, data: result.data.token } : result;
            }}
            onCreated={setSecret}
          />
        }
        onRevoke={async (id) => {
          const result = await onRevoke({ token_id: id });
          if (!result.ok) return result.error.message;
          notify.success('Revoked');
          refresh();
          return null;
        }}
      />
      <SecretOnce
        secret={secret}
        title="Your new token"
        description="Send it as “Authorization: Bearer …”."
        onClose={() => {
          setSecret(null);
          refresh();
        }}
      />
    </>
  );
}
