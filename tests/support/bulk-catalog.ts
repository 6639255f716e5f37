import { makeKey } from '@/lib/auth/keys';
import type { JsonObject } from '@/lib/core/shared/json';
import type { Database } from '@/lib/db/client';
import { newId } from '@/lib/services/ids';

export type BulkTool = {
  /** Capability id; its last part is the tool's name at the provider. */
  id: string;
  description: string;
  tags?: string[];
  inputSchema?: JsonObject;
};

export type BulkCatalog = {
  tenantId: string;
  /** The provider every capability is bound to, and where it is. */
  provider: string;
  endpoint: string;
  tools: readonly BulkTool[];
};

/** Rows of one transaction: each reserves its id under a lock, and locks are few. */
const BATCH = 500;

const INSERT = [
  `INSERT INTO capabilities (tenant_id, id, surface_id, name, type, surface, description,
     owner_team_id, tags, risk, status, schema_hash, current_major, current_minor, scopes_none,
     calls_per_run, rate_per_minute, input_schema, created_by)
   SELECT $1, r.id, 'bulk:' || $1 || ':' || r.id, r.name, 'MCP_TOOL', 'tool', r.description,
     'bulk', r.tags, 'LOW', 'PRODUCTION', r.id, 1, 0, true, 10000, 100000, r.input_schema, 'bulk'
   FROM jsonb_to_recordset($2::jsonb) AS r(id text, name text, description text, tags text[],
     input_schema jsonb)`,
  `INSERT INTO capability_versions (tenant_id, capability_id, major, minor, description,
     input_schema, annotations, schema_hash, effective_from, created_by)
   SELECT $1, r.id, 1, 0, r.description, r.input_schema, '{"readOnlyHint": true}', r.id, now(),
     'bulk'
   FROM jsonb_to_recordset($2::jsonb) AS r(id text, description text, input_schema jsonb)`,
  `INSERT INTO capability_majors (tenant_id, capability_id, major, current_minor)
   SELECT $1, r.id, 1, 0 FROM jsonb_to_recordset($2::jsonb) AS r(id text)`,
  `INSERT INTO bindings (tenant_id, id, capability_id, provider_id, surface, upstream_name)
   SELECT $1, 'bulk_' || r.id, r.id, $3, 'tool', r.name
   FROM jsonb_to_recordset($2::jsonb) AS r(id text, name text)`,
];

/** Live capabilities by the thousand, in plain SQL, with the provider and team they belong to. */
export async function seedBulkCatalog(
  db: Pick<Database, 'prisma' | 'pool'>,
  { tenantId, provider, endpoint, tools }: BulkCatalog,
): Promise<void> {
  const team = { tenantId, id: 'bulk' };
  await db.prisma.team.upsert({
    where: { tenantId_id: team },
    create: { ...team, name: 'Bulk' },
    update: {},
  });
  await db.prisma.provider.upsert({
    where: { tenantId_id: { tenantId, id: provider } },
    create: {
      tenantId,
      id: provider,
      name: provider,
      kind: 'mcp',
      location: 'remote',
      transport: 'streamable_http',
      endpoint,
      ownerTeamId: team.id,
      createdBy: 'bulk',
    },
    update: { endpoint },
  });
  for (let at = 0; at < tools.length; at += BATCH) {
    const rows = tools.slice(at, at + BATCH).map((tool) => ({
      id: tool.id,
      name: tool.id.split('.').at(-1),
      description: tool.description,
      tags: tool.tags ?? [],
      input_schema: tool.inputSchema ?? { type: 'object', properties: {} },
    }));
    for (const sql of INSERT) {
      const values = [tenantId, JSON.stringify(rows)];
      await db.pool.query(sql, sql.includes('$3') ? [...values, provider] : values);
    }
  }
}

/** An agent of the bulk team that may discover and invoke all of the provider; answers its key. */
export async function seedBulkAgent(
  db: Pick<Database, 'prisma'>,
  { tenantId, provider }: Pick<BulkCatalog, 'tenantId' | 'provider'>,
  id: string,
): Promise<string> {
  await db.prisma.agent.create({
    data: { tenantId, id, name: id, ownerTeamId: 'bulk', allowedProviders: ['*'] },
  });
  await db.prisma.grant.create({
    data: {
      id: newId('grt'),
      tenantId,
      agentId: id,
      targetKind: 'provider',
      target: provider,
      discover: true,
      invoke: true,
      grantedBy: 'bulk',
    },
  });
  const keyId = newId('key');
  const key = makeKey('agent', keyId);
  await db.prisma.agentKey.create({
    data: {
      id: keyId,
      tenantId,
      agentId: id,
      name: 'bulk',
      secretHash: key.secretHash,
      createdBy: 'bulk',
    },
  });
  return key.text;
}
