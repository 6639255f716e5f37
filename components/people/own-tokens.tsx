'use client';

import { Keys } from '@/components/keys/keys';
import type { NewKey } from '@/components/keys/new-key-dialog';
import type { Token } from '@/lib/schemas/people';

type Failure = { ok: false; error: { message: string; fieldErrors?: Record<string, string> } };
type Props = {
  tokens: readonly Token[];
  startOpen: boolean;
  onCreate: (input: NewKey) => Promise<{ ok: true; data: { id: string; token: string } } | Failure>;
  onRevoke: (input: { token_id: string }) => Promise<{ ok: true } | Failure>;
};

/** My access tokens: they act as me over REST and the command line. */
export function OwnTokens({ tokens, startOpen, onCreate, onRevoke }: Props) {
  return (
    <Keys
      word="token"
      title="My access tokens"
      description="Each acts with all of your rights, over REST and the command line. Agents use keys of their own."
      keys={tokens}
      hint="It acts as you. Give every script its own."
      secretHint="Send it as “Authorization: Bearer …”."
      startOpen={startOpen}
      onCreate={async (input) => {
        const result = await onCreate(input);
        return result.ok ? { ok: true, data: result.data.token } : result;
      }}
      onRevoke={(id) => onRevoke({ token_id: id })}
    />
  );
}
