import { z } from 'zod';
import { pageOf, pageQuerySchema, rowVersionSchema, slugSchema, timeSchema } from './shared';

const teamNameSchema = z
  .string()
  .trim()
  .min(1, 'Write the name people know this team by.')
  .max(120, 'Use at most 120 characters.');

export const teamSchema = z
  .object({
    id: z.string(),
    tenant: z.string(),
    name: z.string(),
    members: z.array(
      z.object({ id: z.string(), name: z.string(), email: z.string(), active: z.boolean() }),
    ),
    owns: z.object({
      agents: z.number().int(),
      capabilities: z.number().int(),
      providers: z.number().int(),
    }),
    created_at: timeSchema,
    archived_at: timeSchema.nullable(),
    row_version: z.number().int(),
  })
  .describe('A team. What it owns needs at least one active member');
export type Team = z.infer<typeof teamSchema>;

export const teamListSchema = pageOf(teamSchema);
export const teamIdSchema = z.object({ id: slugSchema });

export const listTeamsSchema = pageQuerySchema.extend({
  q: z.string().trim().max(200).optional().describe('Part of the id or name'),
  archived: z.stringbool().default(false),
});
export type ListTeams = z.infer<typeof listTeamsSchema>;

export const createTeamSchema = z.object({ id: slugSchema, name: teamNameSchema });
export type CreateTeam = z.infer<typeof createTeamSchema>;

export const updateTeamBodySchema = z.object({
  row_version: rowVersionSchema,
  name: teamNameSchema.optional(),
  archived: z.boolean().optional().describe('false brings an archived team back'),
});
export const updateTeamSchema = updateTeamBodySchema.extend({ id: slugSchema });
export type UpdateTeam = z.infer<typeof updateTeamSchema>;

export const teamMemberSchema = z.object({ id: slugSchema, user: z.string().max(64) });
export type TeamMemberInput = z.infer<typeof teamMemberSchema>;
