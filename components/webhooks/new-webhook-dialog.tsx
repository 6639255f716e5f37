'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { useSubmit } from '@/components/ui/use-submit';
import { type CreateWebhook, EVENT_CHOICES, type WebhookCreated } from '@/lib/schemas/webhooks';

export type OnCreateWebhook = (
  input: CreateWebhook,
) => Promise<{ ok: true; data: WebhookCreated } | { ok: false; error: { message: string } }>;

type Props = { onCreate: OnCreateWebhook; onCreated: (webhook: WebhookCreated) => void };

/** Asks where to send what. */
export function NewWebhookDialog({ onCreate, onCreated }: Props) {
  const [open, setOpen] = useState(false);
  const [url, setUrl] = useState('');
  const [all, setAll] = useState(true);
  const [events, setEvents] = useState<CreateWebhook['events']>([]);
  const create = useSubmit(onCreate, {
    fields: ['url', 'events'],
    onDone: (made) => {
      setOpen(false);
      setUrl('');
      setAll(true);
      setEvents([]);
      onCreated(made);
    },
  });
  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" variant="primary">
          <Plus aria-hidden />
          New webhook
        </Button>
      }
      title="Make a webhook"
      description="Capstan sends the events of this tenant there, signed with a secret that you get next."
      submitLabel="Make webhook"
      pending={create.pending}
      disabled={!all && events.length === 0}
      error={create.error}
      onSubmit={() => create.submit({ url, events: all ? [] : events })}
    >
      <Field
        label="Address"
        hint="A public address; use https. Private ones are refused unless the operator allows them."
        error={create.at('url')}
        required
      >
        <Input
          type="url"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          placeholder="https://example.com/hooks/capstan"
        />
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-medium text-table">Events</legend>
        <Checkbox
          label="Every event"
          hint="Also kinds that come with later versions."
          checked={all}
          onCheckedChange={(on) => setAll(on === true)}
        />
        {!all && (
          <div className="grid gap-2 border-l-2 pl-3 sm:grid-cols-2">
            {EVENT_CHOICES.map((kind) => (
              <Checkbox
                key={kind}
                label={<span className="font-mono text-xs">{kind}</span>}
                checked={events.includes(kind)}
                onCheckedChange={(on) =>
                  setEvents((chosen) =>
                    on === true ? [...chosen, kind] : chosen.filter((one) => one !== kind),
                  )
                }
              />
            ))}
          </div>
        )}
      </fieldset>
    </FormDialog>
  );
}
