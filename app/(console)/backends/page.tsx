import type { Metadata } from 'next';
import { NewBackend } from '@/components/providers/backend-form';
import { BackendsList } from '@/components/providers/backends-list';
import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tabs';
import { sessionContext } from '@/lib/auth/session';
import { listBackends } from '@/lib/services/providers/backends';
import { mayManageProvider } from '@/lib/services/providers/get-provider-page';
import { listTeams } from '@/lib/services/teams/list-teams';
import { submitBackend } from './actions';

export const metadata: Metadata = { title: 'Backends' };

export default async function BackendsPage() {
  const ctx = await sessionContext();
  const [backends, teams] = await Promise.all([
    listBackends({ ctx, input: { limit: 200 } }),
    listTeams({ ctx, input: { limit: 200, archived: false } }),
  ]);
  const { tenantId } = ctx;
  const own = teams.items
    .filter(({ id }) => mayManageProvider(ctx.actor, { tenantId, ownerTeamId: id }).mayManage)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="grid gap-4">
      <PageHeader
        title="Backends"
        description="The systems behind providers. Stopping one stops every call that reaches it."
        actions={
          own.length > 0 ? (
            <NewBackend teams={own} onCreate={submitBackend} />
          ) : (
            <p className="text-muted text-table">To register a backend, join a team first.</p>
          )
        }
      />
      <TabLinks
        label="Providers and backends"
        items={[
          { href: '/providers', label: 'Providers' },
          { href: '/backends', label: 'Backends', count: backends.items.length, active: true },
        ]}
      />
      <BackendsList
        backends={backends.items}
        teams={Object.fromEntries(teams.items.map(({ id, name }) => [id, name]))}
        action={null}
      />
    </div>
  );
}
