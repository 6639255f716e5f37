import type { Tx } from '@/lib/db/transaction';
import { runtime } from '@/lib/runtime';
import { type GrantView, grantViewSchema } from '@/lib/schemas/agents';
import type { Context } from '@/lib/services/context';
import { readAgent } from './agent-view';
import { authorizeRead } from './read-access';

export type Grants = { items: GrantView[]; row_version: number };

/** All grants of an agent, with the agent's row version for a conditional PUT. */
export async function getGrants({ ctx, id }: { ctx: Context; id: string }): Promise<Grants> {
  authorizeRead(ctx, id);
  const { prisma } = runtime().db;
  const agent = await readAgent(prisma, ctx, id);
  const grants = await readGrants(prisma, ctx.tenantId, id);
  const items = ctx.actor.kind === 'agent' ? grants.map(withoutPeople) : grants;
  return { items, row_version: agent.rowVersion };
}

function withoutPeople({ granted_by: _person, ...grant }: GrantView): GrantView {
  return grant;
}

export async function readGrants(
  db: Pick<Tx, 'grant'>,
  tenantId: string,
  agentId: string,
): Promise<GrantView[]> {
  const rows = await db.grant.findMany({
    where: { tenantId, agentId },
    orderBy: [{ targetKind: 'asc' }, { target: 'asc' }],
  });
  return rows.map((row) =>
    grantViewSchema.parse({
      target: { [row.targetKind]: row.target },
      discover: row.discover,
      invoke: row.invoke,
      scopes: row.scopes,
      until: row.until?.toISOString() ?? null,
      major: row.major,
      granted_by: row.grantedBy,
      created_at: row.createdAt.toISOString(),
    }),
  );
}
