import { z } from 'zod';
import {
  pageOf,
  pageQuerySchema,
  roleSchema,
  rowVersionSchema,
  slugSchema,
  timeSchema,
} from './shared';

export const PASSWORD_MIN = 12;

export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Use at most 254 characters.')
  .pipe(z.email('Write an e-mail address, for example ada@example.com.'));

export const passwordSchema = z
  .string()
  .min(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters.`)
  .max(200, 'Use at most 200 characters.');

export const personNameSchema = z
  .string()
  .trim()
  .min(1, 'Write the name people know this person by.')
  .max(120, 'Use at most 120 characters.');

export const roleGrantSchema = z.object({ tenant: slugSchema, role: roleSchema });
export type RoleGrant = z.infer<typeof roleGrantSchema>;

export const userSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    active: z.boolean(),
    roles: z.array(z.object({ tenant: z.string(), role: roleSchema })),
    teams: z.array(z.object({ tenant: z.string(), id: z.string(), name: z.string() })),
    /** False for people who come through the identity provider only. */
    has_password: z.boolean(),
    created_at: timeSchema,
    last_seen_at: timeSchema.nullable(),
    row_version: z.number().int(),
  })
  .describe('A person, with the roles and teams of the tenants the caller may see');
export type User = z.infer<typeof userSchema>;

export const userListSchema = pageOf(userSchema);
export const userIdSchema = z.object({ id: z.string().max(64) });

export const listUsersSchema = pageQuerySchema.extend({
  q: z.string().trim().max(200).optional().describe('Part of the name or e-mail'),
  role: roleSchema.optional(),
  active: z.stringbool().optional(),
});
export type ListUsers = z.infer<typeof listUsersSchema>;

export const createUserSchema = z.object({
  email: emailSchema,
  name: personNameSchema,
  password: passwordSchema
    .optional()
    .describe('Left out: the person signs in through the identity provider only'),
  roles: z.array(roleGrantSchema).max(100).default([]),
});
export type CreateUser = z.infer<typeof createUserSchema>;

export const updateUserBodySchema = z.object({
  row_version: rowVersionSchema,
  name: personNameSchema.optional(),
  active: z
    .boolean()
    .optional()
    .describe('false ends every session at once and revokes every access token'),
  password: passwordSchema.optional().describe('Also signs the person out everywhere'),
  roles: z
    .array(roleGrantSchema)
    .max(100)
    .optional()
    .describe('The whole set in the tenants you administer; roles elsewhere stay as they are'),
});
export const updateUserSchema = updateUserBodySchema.extend({ id: z.string().max(64) });
export type UpdateUser = z.infer<typeof updateUserSchema>;

export const changePasswordSchema = z.object({
  current_password: z.string().max(200),
  new_password: passwordSchema,
});
export type ChangePassword = z.infer<typeof changePasswordSchema>;

export const keyNameSchema = z
  .string()
  .trim()
  .min(1, 'Name it after where it will be used.')
  .max(80, 'Use at most 80 characters.');

export const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  created_at: timeSchema,
  expires_at: timeSchema.nullable(),
  revoked_at: timeSchema.nullable(),
  last_used_at: timeSchema.nullable(),
});
export type Token = z.infer<typeof tokenSchema>;
export const tokenListSchema = pageOf(tokenSchema);

export const createTokenBodySchema = z.object({
  name: keyNameSchema,
  expires_at: timeSchema.nullish().describe('Never, when left out'),
});
export const createTokenSchema = createTokenBodySchema.extend({ user_id: z.string().max(64) });
export type CreateToken = z.infer<typeof createTokenSchema>;
export const tokenCreatedSchema = z
  .object({ id: z.string(), token: z.string() })
  .describe('The only time the token is shown');

export const signInSchema = z.object({
  email: z.string().max(254),
  password: z.string().max(200),
});
