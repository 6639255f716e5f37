import type { Metadata } from 'next';
import { parseTableSearchParams } from '@/components/data-table/state';
import { ProvidersTable } from '@/components/providers/providers-table';
import { RegisterProvider } from '@/components/providers/register-provider';
import { providersTable } from '@/components/providers/table-spec';
import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tabs';
import { sessionContext } from '@/lib/auth/session';
import { listBackends } from '@/lib/services/providers/backends';
import { mayManageProvider } from '@/lib/services/providers/get-provider-page';
import { listProvidersTable } from '@/lib/services/providers/list-providers-table-view';
import { listTeams } from '@/lib/services/teams/list-teams';
import { readSyncs, submitProvider, submitSync } from './actions';

export const metadata: Metadata = { title: 'Providers' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ProvidersPage({ searchParams }: Props) {
  const ctx = await sessionContext();
  const params = await searchParams;
  const [{ rows, total }, teams, backends] = await Promise.all([
    listProvidersTable({ ctx, input: parseTableSearchParams(params, providersTable) }),
    listTeams({ ctx, input: { limit: 200, archived: false } }),
    listBackends({ ctx, input: { limit: 200 } }),
  ]);
  const { tenantId } = ctx;
  const choices = teams.items.map(({ id, name }) => ({ value: id, label: name }));
  const own = choices.filter(
    ({ value }) => mayManageProvider(ctx.actor, { tenantId, ownerTeamId: value }).mayManage,
  );
  const systems = backends.items.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="grid gap-4">
      <PageHeader
        title="Providers"
        description="The servers that implement capabilities. A sync brings in what they offer, as drafts."
        actions={
          own.length > 0 ? (
            <RegisterProvider
              teams={own}
              backends={backends.items
                .filter((item) => item.tenant_id === tenantId)
                .map(({ id, name }) => ({ value: id, label: name }))}
              startOpen={params.new === 'provider'}
              onCreate={submitProvider}
            />
          ) : (
            <p className="text-muted text-table">To register a provider, join a team first.</p>
          )
        }
      />
      <TabLinks
        label="Providers and backends"
        items={[
          { href: '/providers', label: 'Providers', active: true },
          { href: '/backends', label: 'Backends', count: backends.items.length },
        ]}
      />
      <ProvidersTable
        rows={rows}
        total={total}
        teams={choices}
        backends={systems}
        action={null}
        onSync={submitSync}
        onRead={readSyncs}
      />
    </div>
  );
}
