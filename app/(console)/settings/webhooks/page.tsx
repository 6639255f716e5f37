import type { Metadata } from 'next';
import { EmptyState } from '@/components/ui/empty-state';
import { WebhooksCard } from '@/components/webhooks/webhooks-card';
import { sessionContext } from '@/lib/auth/session';
import { listWebhooks, mayManageWebhooks } from '@/lib/services/webhooks/list-webhooks';
import { SettingsHead } from '../settings-head';
import { submitNewWebhook } from './actions';

export const metadata: Metadata = { title: 'Webhooks' };

export default async function WebhooksPage() {
  const ctx = await sessionContext();
  const webhooks = mayManageWebhooks(ctx) ? await listWebhooks({ ctx, input: {} }) : null;
  return (
    <div className="grid min-w-0 gap-4">
      <SettingsHead ctx={ctx} tab="webhooks" />
      {webhooks ? (
        <WebhooksCard webhooks={webhooks.items} onCreate={submitNewWebhook} />
      ) : (
        <EmptyState
          title="Webhooks are for admins"
          description="Admins of this tenant say where its events are sent."
        />
      )}
    </div>
  );
}
