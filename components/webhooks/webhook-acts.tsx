'use client';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import { useSubmit } from '@/components/ui/use-submit';
import type { WebhookView } from '@/lib/schemas/webhooks';

type Result = { ok: true; data: unknown } | { ok: false; error: { message: string } };
type Props = {
  webhook: WebhookView;
  onTest: (input: { id: string }) => Promise<Result>;
  onSave: (input: { id: string; row_version: number; active: boolean }) => Promise<Result>;
  onRemove: (input: { id: string }) => Promise<Result>;
};

/** The job sends every two seconds; by then the log tells how it went. */
const SOON_MS = 4_000;

/** Test, switch, remove. */
export function WebhookActs({ webhook, onTest, onSave, onRemove }: Props) {
  const { push, refresh } = useNavigation();
  const { id, active, row_version } = webhook;
  const test = useSubmit(async () => shown(await onTest({ id })), {
    onDone: () => {
      notify.success('A test is on its way', { description: 'The log tells how it goes.' });
      refresh();
      setTimeout(refresh, SOON_MS);
    },
  });
  const save = useSubmit(async () => shown(await onSave({ id, row_version, active: !active })), {
    onDone: () => {
      notify.success(active ? 'Switched off' : 'Switched on');
      refresh();
    },
  });
  return (
    <>
      <ConfirmDialog
        danger
        trigger={<Button variant="danger-outline">Remove</Button>}
        title="Remove this webhook?"
        description="Nothing is sent there any more. Its secret and its log are gone."
        confirmLabel="Remove webhook"
        onConfirm={async () => {
          const result = await onRemove({ id }).catch(() => null);
          if (!result?.ok) return { error: result?.error.message ?? 'Capstan did not answer.' };
          notify.success('The webhook is removed');
          push('/settings/webhooks');
          return undefined;
        }}
      />
      <Button pending={save.pending} onClick={() => save.submit(undefined)}>
        {active ? 'Switch off' : 'Switch on'}
      </Button>
      <Button
        variant="primary"
        pending={test.pending}
        disabled={!active}
        onClick={() => test.submit(undefined)}
      >
        Send a test
      </Button>
    </>
  );
}

/** There is no form to show it in. */
function shown(result: Result): Result {
  if (!result.ok) notify.error(result.error.message);
  return result;
}
