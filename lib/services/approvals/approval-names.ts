import { runtime } from '@/lib/runtime';
import { peopleNames } from '../people/people-names';

type Ids = {
  tenantId: string;
  agentId: string;
  capabilityTenantId: string;
  capabilityId: string;
  subject: string;
  decidedBy: string | null;
};

export type Named = { name: string; ownerTeamId: string };
export type Names = {
  agents: ReadonlyMap<string, Named>;
  /** By `<tenant>/<id>`. */
  capabilities: ReadonlyMap<string, Named>;
  users: ReadonlyMap<string, string>;
};

/** Names and owners of everything a list of approvals speaks of, in three reads. */
export async function namesOf(tenantId: string, rows: readonly Ids[]): Promise<Names> {
  const { prisma } = runtime().db;
  const people = rows.flatMap((row) => [row.subject, row.decidedBy ?? row.subject]);
  const [agents, capabilities, users] = await Promise.all([
    prisma.agent.findMany({
      where: { tenantId, id: { in: unique(rows.map((row) => row.agentId)) } },
      select: { id: true, name: true, ownerTeamId: true },
    }),
    prisma.capability.findMany({
      where: {
        tenantId: { in: unique(rows.map((row) => row.capabilityTenantId)) },
        id: { in: unique(rows.map((row) => row.capabilityId)) },
      },
      select: { tenantId: true, id: true, name: true, ownerTeamId: true },
    }),
    peopleNames(people),
  ]);
  return {
    agents: new Map(agents.map((row) => [row.id, row])),
    capabilities: new Map(capabilities.map((row) => [`${row.tenantId}/${row.id}`, row])),
    users,
  };
}

/** The owning teams of a row's capability and agent; null for what is gone. */
export function ownersIn(
  names: Names,
  row: Pick<Ids, 'agentId' | 'capabilityTenantId' | 'capabilityId'>,
): { capability: string | null; agent: string | null } {
  const capability = names.capabilities.get(`${row.capabilityTenantId}/${row.capabilityId}`);
  return {
    capability: capability?.ownerTeamId ?? null,
    agent: names.agents.get(row.agentId)?.ownerTeamId ?? null,
  };
}

function unique(ids: string[]): string[] {
  return [...new Set(ids)];
}
