import type { FrameProps, PaletteEntry } from '@/components/shell/types';
import { sessionContext } from '@/lib/auth/session';
import { requireUser } from '@/lib/services/authorize';
import { tenantsOf } from '@/lib/services/people/load-user-actor';
import { mayManagePeople } from '@/lib/services/people/update-user';
import { listTenants } from '@/lib/services/tenants/list-tenants';
import { changeTenant, search, signOut } from './frame-actions';
import { loadLive } from './load-live';
import { readNotifications } from './notifications/actions';

/** What the frame around every page shows: who I am, what waits for me, what is stopped. */
export async function loadFrame(): Promise<FrameProps> {
  const ctx = await sessionContext();
  const actor = requireUser(ctx.actor);
  const [tenants, live] = await Promise.all([listTenants({ ctx }), loadLive(ctx)]);
  const own = tenantsOf(actor);
  const tenant = tenants.items.find(({ id }) => id === ctx.tenantId);
  return {
    user: { name: actor.name, email: actor.email, roles: actor.rolesByTenant[ctx.tenantId] ?? [] },
    tenant: { id: ctx.tenantId, name: tenant?.name ?? ctx.tenantId },
    tenants: tenants.items
      .filter(({ id }) => own.includes(id))
      .map(({ id, name }) => ({ id, name })),
    live,
    commands: commandsFor(mayManagePeople(ctx), actor.teams.length > 0),
    hidden: [],
    onSearch: search,
    onTenantChange: changeTenant,
    onSignOut: signOut,
    onReadNotifications: readNotifications,
  };
}

function commandsFor(managesPeople: boolean, inTeam: boolean): PaletteEntry[] {
  const group = 'Actions';
  return [
    ...(inTeam || managesPeople
      ? [{ id: 'new-agent', label: 'Register an agent', group, href: '/agents?new=agent' }]
      : []),
    ...(managesPeople
      ? [
          { id: 'invite', label: 'Invite a person', group, href: '/people?new=person' },
          { id: 'new-team', label: 'Make a team', group, href: '/people?tab=teams&new=team' },
        ]
      : []),
    { id: 'new-token', label: 'Make an access token', group, href: '/settings?new=token' },
  ];
}
