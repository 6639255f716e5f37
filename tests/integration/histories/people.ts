import { runtime } from '@/lib/runtime';
import { makeTeam, makeTenant, makeToken, makeUser } from '../../support/fixtures';
import type { RestClient, World } from '../../support/world';

/** Who acts: two of the owning team, one of them a reviewer; two reviewers; an admin. */
export const PEOPLE = ['olga', 'otto', 'rita', 'ravi', 'ada'] as const;
export type Person = (typeof PEOPLE)[number];

const ROLES = {
  olga: ['member'],
  otto: ['member', 'reviewer'],
  rita: ['reviewer'],
  ravi: ['reviewer'],
  ada: ['admin'],
} as const;
const IN_TEAM: readonly Person[] = ['olga', 'otto'];

export type Company = {
  tenant: string;
  team: string;
  ids: Record<Person, string>;
  as: Record<Person, RestClient>;
  /** Teams and accounts as they were at the beginning. */
  reset(): Promise<void>;
};

export async function makeCompany(world: World): Promise<Company> {
  const tenant = await makeTenant();
  const ids = {} as Record<Person, string>;
  const as = {} as Record<Person, RestClient>;
  for (const person of PEOPLE) {
    const { id } = await makeUser({ [tenant]: [...ROLES[person]] }, { name: person });
    ids[person] = id;
    as[person] = world.as((await makeToken(id)).text);
  }
  const team = await makeTeam(
    tenant,
    IN_TEAM.map((person) => ids[person]),
  );
  const { prisma } = runtime().db;
  const reset = async () => {
    const key = { tenantId: tenant, teamId: team };
    await prisma.teamMember.deleteMany({ where: key });
    await prisma.teamMember.createMany({
      data: IN_TEAM.map((person) => ({ ...key, userId: ids[person] })),
    });
  };
  return { tenant, team, ids, as, reset };
}
