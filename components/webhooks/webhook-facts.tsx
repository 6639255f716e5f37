import { PropertyList } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import type { WebhookView } from '@/lib/schemas/webhooks';

/** What it is, and how its receiver tells that an event is ours. */
export function WebhookFacts({ webhook }: { webhook: WebhookView }) {
  return (
    <>
      <PropertyList
        items={[
          {
            label: 'Address',
            value: <span className="break-all font-mono text-xs">{webhook.url}</span>,
          },
          {
            label: 'Gets',
            value: webhook.events.length === 0 ? 'Every event' : webhook.events.join(', '),
          },
          { label: 'Made', value: <RelativeTime at={webhook.created_at} /> },
          ...(webhook.failing_since
            ? [{ label: 'Failing since', value: <RelativeTime at={webhook.failing_since} /> }]
            : []),
          ...(webhook.given_up_at
            ? [{ label: 'Switched off', value: <RelativeTime at={webhook.given_up_at} /> }]
            : []),
        ]}
      />
      <p className="mt-4 border-t pt-3 text-muted text-xs">
        Each event is signed by Standard Webhooks: <code>webhook-signature</code> is{' '}
        <code>v1,</code> and the base64 HMAC-SHA256 of <code>id.timestamp.body</code> under the
        secret. The id stays the same at every try.
      </p>
    </>
  );
}
