import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tabs';
import type { Context } from '@/lib/services/context';
import { mayManageWebhooks } from '@/lib/services/webhooks/list-webhooks';

type Props = { ctx: Context; tab: 'me' | 'tenant' | 'tenants' | 'webhooks' };

/** Title and sections, the same over each. */
export function SettingsHead({ ctx, tab }: Props) {
  const webhooks = { href: '/settings/webhooks', label: 'Webhooks', active: tab === 'webhooks' };
  return (
    <>
      <PageHeader title="Settings" description="Yours, and those of the tenant you are in." />
      <TabLinks
        label="Sections"
        items={[
          { href: '/settings', label: 'Me', active: tab === 'me' },
          { href: '/settings?tab=tenant', label: 'Tenant', active: tab === 'tenant' },
          ...(mayManageWebhooks(ctx) || tab === 'webhooks' ? [webhooks] : []),
          { href: '/settings?tab=tenants', label: 'Tenants', active: tab === 'tenants' },
        ]}
      />
    </>
  );
}
