import { z } from 'zod';
import {
  CAPABILITY_ID_MAX,
  CAPABILITY_ID_PATTERN,
  CAPABILITY_TYPES,
  PROVIDER_KINDS,
  RISKS,
  ROLES,
  SLUG_PATTERN,
  STATUSES,
  SURFACES,
} from '@/lib/core/shared/domain';

export const riskSchema = z.enum(RISKS);
export const statusSchema = z.enum(STATUSES);
export const capabilityTypeSchema = z.enum(CAPABILITY_TYPES);
export const surfaceSchema = z.enum(SURFACES);
export const roleSchema = z.enum(ROLES);
export const providerKindSchema = z.enum(PROVIDER_KINDS);

export const capabilityIdSchema = z
  .string()
  .max(CAPABILITY_ID_MAX, `Use at most ${CAPABILITY_ID_MAX} characters.`)
  .regex(
    CAPABILITY_ID_PATTERN,
    'Use lower-case words joined by dots, for example cloudrun.service.delete.',
  );

export const slugSchema = z
  .string()
  .regex(SLUG_PATTERN, 'Use 1 to 63 lower-case letters, digits, - or _, starting with one.');

/** RFC 3339 with an offset; answers always use UTC. */
export const timeSchema = z.iso.datetime({ offset: true });

/** Any JSON value. The types stand in its description: the recursive schema has no end to walk. */
export const jsonSchema = z
  .json()
  .meta({ type: ['object', 'array', 'string', 'number', 'boolean', 'null'] });
export const jsonObjectSchema = z.record(z.string(), jsonSchema);

export const rowVersionSchema = z.coerce.number().int().positive();

export const reasonSchema = z
  .string()
  .trim()
  .min(1, 'Write the reason; it is kept on record.')
  .max(2000, 'Use at most 2,000 characters.');

export const PAGE_LIMIT_DEFAULT = 50;
export const PAGE_LIMIT_MAX = 200;

export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT),
  cursor: z.string().max(500).optional(),
});
export type PageQuery = z.infer<typeof pageQuerySchema>;
/** Where a caller inside may leave both out: then it is the first and largest page. */
export type PagePart = Partial<PageQuery>;

export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() });
}

export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
  request_id: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  reasons: z.array(z.string()).optional(),
  /** Of a call for something that has ended: what takes its place, and the arguments it wants. */
  replacement: z
    .object({ capability_id: z.string(), major: z.number().int().nullable() })
    .optional(),
  mapped_arguments: jsonObjectSchema.optional(),
  migration_note: z.string().optional(),
});
