import type { UserActor } from '@/lib/core/shared/actor';
import { ROLES, type Role } from '@/lib/core/shared/domain';
import { runtime } from '@/lib/runtime';

export type LoadedUser = { actor: UserActor; sessionEpoch: number };

type Row = {
  id: string;
  email: string;
  name: string;
  active: boolean;
  session_epoch: number;
  roles: { tenant: string; role: string }[] | null;
  teams: { tenant: string; team: string }[] | null;
  stands_in: { tenant: string; user: string; name: string }[] | null;
};

const SQL = `
SELECT u.id, u.email, u.name, u.active, u.session_epoch,
  (SELECT json_agg(json_build_object('tenant', r.tenant_id, 'role', r.role))
     FROM role_assignments r WHERE r.user_id = u.id) AS roles,
  (SELECT json_agg(json_build_object('tenant', m.tenant_id, 'team', m.team_id))
     FROM team_members m JOIN teams t ON t.tenant_id = m.tenant_id AND t.id = m.team_id
    WHERE m.user_id = u.id AND t.archived_at IS NULL) AS teams,
  (SELECT json_agg(DISTINCT jsonb_build_object('tenant', d.tenant_id, 'user', a.id, 'name', a.name))
     FROM delegations d JOIN users a ON a.id = d.from_user AND a.active
     JOIN role_assignments h ON h.user_id = a.id AND h.tenant_id = d.tenant_id
      AND h.role IN ('reviewer', 'admin')
    WHERE d.to_user = u.id AND d.ended_at IS NULL
      AND d.starts_at <= now() AND d.ends_at > now()) AS stands_in
FROM users u WHERE u.id = $1`;

/**
 * A person as of now: roles, teams and the active flag are read on every request, so that taking
 * one away works at once. Null when there is no such person.
 */
export async function findUserActor(
  userId: string,
  via: UserActor['via'],
): Promise<LoadedUser | null> {
  const { rows } = await runtime().db.pool.query<Row>({
    text: SQL,
    values: [userId],
  });
  const row = rows[0];
  if (!row) return null;
  const rolesByTenant: Record<string, Role[]> = {};
  for (const { tenant, role } of row.roles ?? []) {
    const known = ROLES.find((name) => name === role);
    if (!known) continue;
    rolesByTenant[tenant] = [...(rolesByTenant[tenant] ?? []), known];
  }
  const actor: UserActor = {
    kind: 'user',
    userId: row.id,
    email: row.email,
    name: row.name,
    active: row.active,
    rolesByTenant,
    teams: (row.teams ?? []).map(({ tenant, team }) => ({ tenantId: tenant, teamId: team })),
    standsInFor: (row.stands_in ?? []).map((one) => ({
      tenantId: one.tenant,
      userId: one.user,
      name: one.name,
    })),
    via,
  };
  return { actor, sessionEpoch: row.session_epoch };
}

/** Tenants a person has a role or a team in, in order. */
export function tenantsOf(actor: UserActor): string[] {
  const byRole = Object.entries(actor.rolesByTenant)
    .filter(([, roles]) => roles.length > 0)
    .map(([tenantId]) => tenantId);
  return [...new Set([...byRole, ...actor.teams.map((team) => team.tenantId)])].sort();
}
