'use server';

import { action } from '@/lib/actions/action';
import { requireSessionContext } from '@/lib/auth/session';
import { createUserSchema, listUsersSchema, updateUserSchema } from '@/lib/schemas/people';
import { createTeamSchema, teamMemberSchema, updateTeamSchema } from '@/lib/schemas/teams';
import { createUser } from '@/lib/services/people/create-user';
import { listUsers } from '@/lib/services/people/list-users';
import { updateUser } from '@/lib/services/people/update-user';
import { addMember, removeMember } from '@/lib/services/teams/change-members';
import { createTeam } from '@/lib/services/teams/create-team';
import { updateTeam } from '@/lib/services/teams/update-team';

export const submitNewUser = action(createUserSchema, createUser);
export const submitUser = action(updateUserSchema, updateUser);
export const submitNewTeam = action(createTeamSchema, createTeam);
export const submitTeam = action(updateTeamSchema, updateTeam);
export const submitAddMember = action(teamMemberSchema, addMember);
export const submitRemoveMember = action(teamMemberSchema, removeMember);

/** People to choose from, by name or e-mail. */
export async function searchPeople(query: string) {
  const ctx = await requireSessionContext();
  const q = String(query).trim().slice(0, 100);
  const input = listUsersSchema.parse({ limit: 10, active: 'true', ...(q ? { q } : {}) });
  const { items } = await listUsers({ ctx, input });
  return items.map(({ id, name, email }) => ({ value: id, label: name, hint: email }));
}
