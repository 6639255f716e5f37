'use client';

import { type ReactNode, useState } from 'react';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import type { Token } from '@/lib/schemas/people';
import { KeyList } from './key-list';
import { type NewKey, NewKeyDialog, type NewSecret } from './new-key-dialog';
import { SecretOnce } from './secret-once';

type Revoked = { ok: true } | { ok: false; error: { message: string } };

type Props = {
  /** `key` or `token`. */
  word: string;
  title: string;
  description: string;
  keys: readonly Token[];
  /** What the dialog says of a new one, and what to do with it once it is shown. */
  hint: string;
  secretHint: string;
  startOpen?: boolean;
  /** In place of the button, for people who may not make one. */
  whyNot?: ReactNode;
  onCreate: (input: NewKey) => Promise<NewSecret>;
  onRevoke: (id: string) => Promise<Revoked>;
};

/** Keys of an agent or tokens of a person: the list, a new one, and its secret shown once. */
export function Keys(props: Props) {
  const { word, whyNot } = props;
  const { refresh } = useNavigation();
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <KeyList
        title={props.title}
        description={props.description}
        keys={props.keys}
        empty={`No ${word}s yet`}
        action={
          whyNot ? (
            <span className="text-muted text-xs">{whyNot}</span>
          ) : (
            <NewKeyDialog
              word={word}
              hint={props.hint}
              startOpen={props.startOpen ?? false}
              onCreate={props.onCreate}
              onCreated={setSecret}
            />
          )
        }
        onRevoke={async (id) => {
          const result = await props.onRevoke(id);
          if (!result.ok) return result.error.message;
          notify.success('Revoked');
          refresh();
          return null;
        }}
      />
      <SecretOnce
        secret={secret}
        title={`Your new ${word}`}
        description={props.secretHint}
        onClose={() => {
          setSecret(null);
          refresh();
        }}
      />
    </>
  );
}
