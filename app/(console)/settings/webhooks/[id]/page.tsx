import { Webhook } from 'lucide-react';
import type { Metadata } from 'next';
import { CrumbTitle } from '@/components/shell/crumb-title';
import { Card } from '@/components/ui/card';
import { CopyId } from '@/components/ui/copy-button';
import { DetailGrid } from '@/components/ui/detail-grid';
import { PageHeader } from '@/components/ui/page-header';
import { Deliveries } from '@/components/webhooks/deliveries';
import { WebhookActs } from '@/components/webhooks/webhook-acts';
import { WebhookFacts } from '@/components/webhooks/webhook-facts';
import { WebhookState } from '@/components/webhooks/webhook-state';
import { sessionContext } from '@/lib/auth/session';
import { listDeliveries } from '@/lib/services/webhooks/list-deliveries-view';
import { getWebhook } from '@/lib/services/webhooks/list-webhooks';
import { orNotFound } from '../../../or-not-found';
import { pageAt } from '../../../page-at';
import { removeWebhook, sendAgain, sendTest, submitWebhook } from '../actions';

export const metadata: Metadata = { title: 'Webhook' };

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function WebhookPage({ params, searchParams }: Props) {
  const ctx = await sessionContext();
  const { id } = await params;
  const { cursor } = await searchParams;
  const webhook = await orNotFound(getWebhook({ ctx, input: { id } }));
  const page = await pageAt(cursor, (from) =>
    listDeliveries({ ctx, input: { id, limit: 50, ...from } }),
  );
  const { host } = new URL(webhook.url);
  return (
    <div className="grid min-w-0 gap-4">
      <CrumbTitle title={host} />
      <PageHeader
        title={host}
        icon={<Webhook />}
        meta={
          <>
            <WebhookState webhook={webhook} />
            <CopyId value={webhook.id} />
          </>
        }
        actions={
          <WebhookActs
            webhook={webhook}
            onTest={sendTest}
            onSave={submitWebhook}
            onRemove={removeWebhook}
          />
        }
      />
      <DetailGrid
        railLabel="Properties"
        rail={
          <Card title="Properties">
            <WebhookFacts webhook={webhook} />
          </Card>
        }
      >
        <Deliveries
          webhook={webhook}
          page={page}
          later={typeof cursor === 'string'}
          onAgain={sendAgain}
        />
      </DetailGrid>
    </div>
  );
}
