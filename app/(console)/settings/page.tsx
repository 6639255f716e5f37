import type { Metadata } from 'next';
import { Delegations } from '@/components/people/delegations';
import { OwnTokens } from '@/components/people/own-tokens';
import { PasswordForm } from '@/components/people/password-form';
import { SettingsForm } from '@/components/people/settings-form';
import { TenantsCard } from '@/components/people/tenants-card';
import { sessionContext } from '@/lib/auth/session';
import { requireUser } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { getOwnDelegations } from '@/lib/services/delegations/get-own-delegations';
import { getMe } from '@/lib/services/people/get-user';
import { listTokens } from '@/lib/services/people/list-tokens';
import { isInstallAdmin } from '@/lib/services/people/user-view';
import { getSettings, maySetSettings } from '@/lib/services/settings/get-settings';
import { listTenants } from '@/lib/services/tenants/list-tenants';
import {
  submitDelegation,
  submitEndDelegation,
  submitNewTenant,
  submitNewToken,
  submitPassword,
  submitRevokeToken,
  submitSettings,
  submitSignOutEverywhere,
} from './actions';
import { SettingsHead } from './settings-head';

export const metadata: Metadata = { title: 'Settings' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SettingsPage({ searchParams }: Props) {
  const ctx = await sessionContext();
  const params = await searchParams;
  const tab = params.tab === 'tenant' || params.tab === 'tenants' ? params.tab : 'me';
  return (
    <div className="grid gap-4">
      <SettingsHead ctx={ctx} tab={tab} />
      {tab === 'me' && <Me ctx={ctx} newToken={params.new === 'token'} />}
      {tab === 'tenant' && <TenantSettings ctx={ctx} />}
      {tab === 'tenants' && <Tenants ctx={ctx} />}
    </div>
  );
}

async function Me({ ctx, newToken }: { ctx: Context; newToken: boolean }) {
  const { userId } = requireUser(ctx.actor);
  const [me, tokens, away] = await Promise.all([
    getMe({ ctx }),
    listTokens({ ctx, input: { user_id: userId } }),
    getOwnDelegations({ ctx }),
  ]);
  return (
    <>
      <OwnTokens
        tokens={tokens.items}
        startOpen={newToken}
        onCreate={submitNewToken}
        onRevoke={submitRevokeToken}
      />
      <Delegations
        me={userId}
        tenant={ctx.tenantId}
        {...away}
        onCreate={submitDelegation}
        onEnd={submitEndDelegation}
      />
      <PasswordForm
        hasPassword={me.has_password}
        onChange={submitPassword}
        onSignOutEverywhere={submitSignOutEverywhere}
      />
    </>
  );
}

async function TenantSettings({ ctx }: { ctx: Context }) {
  const settings = await getSettings({ ctx });
  return (
    <SettingsForm
      key={`${settings.tenant} ${settings.row_version}`}
      settings={settings}
      editable={maySetSettings(ctx)}
      onSave={submitSettings}
    />
  );
}

async function Tenants({ ctx }: { ctx: Context }) {
  const { items } = await listTenants({ ctx });
  return (
    <TenantsCard
      tenants={items}
      mayMake={isInstallAdmin(requireUser(ctx.actor))}
      onCreate={submitNewTenant}
    />
  );
}
