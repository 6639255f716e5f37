import { runtime } from '@/lib/runtime';

export type StoredAgentKey = {
  tenantId: string;
  agentId: string;
  secretHash: string;
  expiresAt: Date | null;
  revokedAt: Date | null;
  agentActive: boolean;
  ownerTeamId: string;
};

type Row = {
  tenant_id: string;
  agent_id: string;
  secret_hash: string;
  expires_at: Date | null;
  revoked_at: Date | null;
  active: boolean;
  owner_team_id: string;
};

const SQL = `
SELECT k.tenant_id, k.agent_id, k.secret_hash, k.expires_at, k.revoked_at, a.active, a.owner_team_id
FROM agent_keys k JOIN agents a ON a.tenant_id = k.tenant_id AND a.id = k.agent_id
WHERE k.id = $1`;

/** One indexed query, on every request of an agent: a revoked key or a stopped agent ends at once. */
export async function findAgentKey(id: string): Promise<StoredAgentKey | null> {
  const { db } = runtime();
  const { rows } = await db.pool.query<Row>({ name: 'agent_key', text: SQL, values: [id] });
  const row = rows[0];
  if (!row) return null;
  return {
    tenantId: row.tenant_id,
    agentId: row.agent_id,
    secretHash: row.secret_hash,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    agentActive: row.active,
    ownerTeamId: row.owner_team_id,
  };
}
