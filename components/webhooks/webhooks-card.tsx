'use client';

import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { SecretOnce } from '@/components/keys/secret-once';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { useNavigation } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table';
import { TextLink } from '@/components/ui/text-link';
import type { WebhookView } from '@/lib/schemas/webhooks';
import { NewWebhookDialog, type OnCreateWebhook } from './new-webhook-dialog';
import { WebhookState } from './webhook-state';

type Props = { webhooks: readonly WebhookView[]; onCreate: OnCreateWebhook };

/** Where the events of the tenant are sent. */
export function WebhooksCard({ webhooks, onCreate }: Props) {
  const { refresh } = useNavigation();
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Card
      title="Webhooks"
      description="Where the events of this tenant are sent: signed, and tried for a day."
      flush
      action={
        <NewWebhookDialog
          onCreate={onCreate}
          onCreated={(made) => {
            setSecret(made.secret);
            refresh();
          }}
        />
      }
    >
      {webhooks.length === 0 ? (
        <EmptyState
          icon={<Webhook />}
          title="Nothing is sent anywhere"
          description="A webhook tells a system of yours, such as a chat or a pager, what happens here: incidents, approvals wanted, drift."
        />
      ) : (
        <Table label="Webhooks">
          <TableHead>
            <TableRow>
              <TableHeader>Address</TableHeader>
              <TableHeader>State</TableHeader>
              <TableHeader>Gets</TableHeader>
              <TableHeader>Made</TableHeader>
            </TableRow>
          </TableHead>
          <TableBody>
            {webhooks.map((webhook) => (
              <TableRow key={webhook.id}>
                <TableCell className="max-w-80">
                  <TextLink
                    href={`/settings/webhooks/${webhook.id}`}
                    title={webhook.url}
                    className="block truncate"
                  >
                    {webhook.url}
                  </TextLink>
                </TableCell>
                <TableCell>
                  <WebhookState webhook={webhook} />
                </TableCell>
                <TableCell>
                  {webhook.events.length === 0
                    ? 'Every event'
                    : `${webhook.events.length} kinds of events`}
                </TableCell>
                <TableCell>
                  <RelativeTime at={webhook.created_at} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      <SecretOnce
        secret={secret}
        title="The secret of the webhook"
        description="Its receiver verifies with it that an event comes from here."
        keeps="Capstan keeps it encrypted, to sign with."
        onClose={() => setSecret(null)}
      />
    </Card>
  );
}
