import { z } from 'zod';
import { tagsSchema } from './capabilities';
import {
  capabilityTypeSchema,
  pageOf,
  pageQuerySchema,
  rowVersionSchema,
  slugSchema,
} from './shared';

const fields = {
  name: z.string().trim().min(1, 'Write a name.').max(120, 'Use at most 120 characters.'),
  description: z.string().trim().max(1024, 'Use at most 1,024 characters.'),
  tags: tagsSchema,
  types: z.array(capabilityTypeSchema).max(9),
  top_k: z.number().int().min(1).max(100).nullable(),
};

export const profileSchema = z
  .object({
    id: z.string(),
    tenant: z.string(),
    ...fields,
    row_version: z.number().int(),
  })
  .describe('What kind of capabilities a group of agents prefers');
export type Profile = z.infer<typeof profileSchema>;
export const profileListSchema = pageOf(profileSchema);
export const profileIdSchema = z.object({ id: slugSchema });
export const listProfilesSchema = pageQuerySchema;

export const createProfileSchema = z.object({
  id: slugSchema,
  name: fields.name,
  description: fields.description.default(''),
  tags: fields.tags.default([]),
  types: fields.types.default([]),
  top_k: fields.top_k.default(null),
});
export type CreateProfile = z.infer<typeof createProfileSchema>;

export const updateProfileBodySchema = z.object({
  row_version: rowVersionSchema,
  name: fields.name.optional(),
  description: fields.description.optional(),
  tags: fields.tags.optional(),
  types: fields.types.optional(),
  top_k: fields.top_k.optional(),
});
export const updateProfileSchema = updateProfileBodySchema.extend({ id: slugSchema });
export type UpdateProfile = z.infer<typeof updateProfileSchema>;
