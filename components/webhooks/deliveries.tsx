'use client';

import { Send } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { useNavigation } from '@/components/ui/navigation';
import { CursorPagination } from '@/components/ui/pagination';
import { RelativeTime } from '@/components/ui/relative-time';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table';
import { notify } from '@/components/ui/toast';
import { useSubmit } from '@/components/ui/use-submit';
import type { DeliveryView, WebhookView } from '@/lib/schemas/webhooks';
import { DeliveryStatusBadge, outcomeOf } from './delivery-status';

type Result = { ok: true; data: unknown } | { ok: false; error: { message: string } };
type OnAgain = (input: { id: string; delivery_id: string }) => Promise<Result>;
type Props = {
  webhook: WebhookView;
  page: { items: readonly DeliveryView[]; next_cursor: string | null };
  /** A later page was asked for. */
  later: boolean;
  onAgain: OnAgain;
};

/** The log: every event that was to go there, and how that went. */
export function Deliveries({ webhook, page, later, onAgain }: Props) {
  return (
    <Card title="Deliveries" description="Kept for 90 days, without what was answered." flush>
      {page.items.length === 0 ? (
        <EmptyState
          icon={<Send />}
          title="Nothing has been sent yet"
          description="Send a test, or wait for something to happen."
        />
      ) : (
        <Table label="Deliveries">
          <TableHead>
            <TableRow>
              <TableHeader>Event</TableHeader>
              <TableHeader>Status</TableHeader>
              <TableHeader className="text-right">Tries</TableHeader>
              <TableHeader>Outcome</TableHeader>
              <TableHeader>Happened</TableHeader>
              <TableHeader>Next try</TableHeader>
              <TableHeader>
                <span className="sr-only">Acts</span>
              </TableHeader>
            </TableRow>
          </TableHead>
          <TableBody>
            {page.items.map((row) => (
              <TableRow key={row.id}>
                <TableCell>
                  <span className="font-mono text-xs" title={row.event_id}>
                    {row.kind}
                  </span>
                </TableCell>
                <TableCell>
                  <DeliveryStatusBadge {...row} />
                </TableCell>
                <TableCell className="text-right">{row.tries}</TableCell>
                <TableCell className="min-w-40">
                  {outcomeOf(row)}
                  {row.latency_ms !== null && (
                    <span className="text-muted"> · {row.latency_ms} ms</span>
                  )}
                </TableCell>
                <TableCell>
                  <RelativeTime at={row.created_at} />
                </TableCell>
                <TableCell>
                  {row.next_try_at ? <RelativeTime at={row.next_try_at} /> : '–'}
                </TableCell>
                <TableCell className="text-right">
                  {row.status !== 'PENDING' && webhook.active && (
                    <SendAgain webhookId={webhook.id} delivery={row} onAgain={onAgain} />
                  )}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      <CursorPagination
        first={`/settings/webhooks/${webhook.id}`}
        next={page.next_cursor}
        later={later}
      />
    </Card>
  );
}

function SendAgain(props: { webhookId: string; delivery: DeliveryView; onAgain: OnAgain }) {
  const { refresh } = useNavigation();
  const { webhookId: id, delivery, onAgain } = props;
  const again = useSubmit(
    async () => {
      const result = await onAgain({ id, delivery_id: delivery.id });
      if (!result.ok) notify.error(result.error.message);
      return result;
    },
    {
      onDone: () => {
        notify.success('It is on its way again', { description: 'Under the same id as before.' });
        refresh();
      },
    },
  );
  return (
    <Button
      size="sm"
      pending={again.pending}
      aria-label={`Send ${delivery.kind} of ${delivery.created_at} again`}
      onClick={() => again.submit(undefined)}
    >
      Send again
    </Button>
  );
}
