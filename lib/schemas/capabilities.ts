import { z } from 'zod';
import { RISKS, STATUSES } from '@/lib/core/shared/domain';
import { formatDuration, parseDuration } from '@/lib/core/shared/duration';
import {
  capabilityIdSchema,
  capabilityTypeSchema,
  jsonObjectSchema,
  pageQuerySchema,
  reasonSchema,
  riskSchema,
  rowVersionSchema,
  slugSchema,
  statusSchema,
  timeSchema,
} from './shared';

// ------------------------------------------------------------------ fields people write

export const tagSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9_.:-]{0,62}$/, 'Use lower-case letters, digits and . _ : -.');
export const tagsSchema = z
  .array(tagSchema)
  .max(50, 'Use at most 50 tags.')
  .transform((tags) => [...new Set(tags)]);

export const scopeSchema = z
  .string()
  .trim()
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/, 'A scope is one word without spaces or quotes.');
const scopeListSchema = z
  .array(scopeSchema)
  .max(50, 'Use at most 50 scopes.')
  .transform((scopes) => [...new Set(scopes)]);

/** `none: true` says on purpose that no scope is needed; an empty list alone does not. */
export const scopesSchema = z
  .object({
    required: scopeListSchema.default([]),
    optional: scopeListSchema.default([]),
    none: z.boolean().default(false),
  })
  .refine((scopes) => !scopes.none || scopes.required.length + scopes.optional.length === 0, {
    message: 'Either list scopes or say that none is needed.',
    path: ['none'],
  });

const MIN_TIMEOUT_MS = 100;
const MAX_TIMEOUT_MS = 600_000;
export const timeoutSchema = z.string().refine(
  (text) => {
    const ms = parseDuration(text);
    return ms !== null && ms >= MIN_TIMEOUT_MS && ms <= MAX_TIMEOUT_MS;
  },
  `Write a duration such as PT10S, between PT0.1S and ${formatDuration(MAX_TIMEOUT_MS)}.`,
);

export const limitsSchema = z.object({
  timeout: timeoutSchema.default('PT10S'),
  calls_per_run: z.number().int().min(1).max(10_000).default(5),
  rate_per_minute: z.number().int().min(1).max(100_000).default(60),
  max_output_bytes: z.number().int().min(1024).max(67_108_864).default(1_048_576),
});

export const observabilitySchema = z.object({
  audit: z.boolean().default(true),
  trace: z.boolean().default(true),
});

const SECRET_NAME =
  /(^|[_-])(password|passwd|secret|api[_-]?key|token|credential|private[_-]?key)s?$/i;
/** No secrets, ever: a provider holds a credential reference. */
const metadataSchema = jsonObjectSchema.superRefine((value, ctx) => {
  for (const key of Object.keys(value)) {
    if (!SECRET_NAME.test(key)) continue;
    ctx.addIssue({
      code: 'custom',
      path: [key],
      message: 'No secrets in the catalog; give the provider a credential reference instead.',
    });
  }
});

const nameSchema = z
  .string()
  .trim()
  .min(1, 'Give it a name.')
  .max(200, 'Use at most 200 characters.');
/** Long ones are kept, so that the lint can name them; the bound only protects the database. */
const descriptionSchema = z.string().trim().max(20_000, 'Use at most 20,000 characters.');

const writable = {
  name: nameSchema,
  title: z.string().trim().max(200, 'Use at most 200 characters.'),
  description: descriptionSchema,
  owner: slugSchema,
  tags: tagsSchema,
  risk: riskSchema,
  approval_required: z.boolean(),
  approval_waiver: z.string().trim().max(2000).nullable(),
  required_roles: z.array(slugSchema).max(50),
  scopes: scopesSchema,
  limits: limitsSchema,
  observability: observabilitySchema,
  metadata: metadataSchema,
  input_schema: jsonObjectSchema,
  output_schema: jsonObjectSchema.nullable(),
  annotations: jsonObjectSchema,
  safe_example: jsonObjectSchema.nullable(),
};

/** Registers a capability as DRAFT. */
export const createCapabilitySchema = z.object({
  id: capabilityIdSchema,
  type: capabilityTypeSchema,
  name: writable.name,
  owner: writable.owner,
  risk: writable.risk.default('MEDIUM'),
  title: writable.title.default(''),
  description: writable.description.default(''),
  tags: writable.tags.default([]),
  approval_required: writable.approval_required.default(false),
  approval_waiver: writable.approval_waiver.default(null),
  required_roles: writable.required_roles.default([]),
  scopes: scopesSchema.default({ required: [], optional: [], none: false }),
  limits: limitsSchema.prefault({}),
  observability: observabilitySchema.prefault({}),
  metadata: writable.metadata.default({}),
  input_schema: writable.input_schema.default({ type: 'object' }),
  output_schema: writable.output_schema.default(null),
  annotations: writable.annotations.default({}),
  safe_example: writable.safe_example.default(null),
});
export type CreateCapabilityInput = z.output<typeof createCapabilitySchema>;

/** What may change later; every field is optional, what is absent stays. */
export const capabilityChangesSchema = z.object(writable).partial();
export type CapabilityChanges = z.output<typeof capabilityChangesSchema>;

export const updateCapabilityBodySchema = capabilityChangesSchema.extend({
  row_version: rowVersionSchema,
  /** A new id; possible in DRAFT only. */
  id: capabilityIdSchema.optional(),
  /** For a new version of something live: served from then on. Absent: once approved. */
  effective_from: timeSchema.optional(),
  /** Why; kept with the change request that a change in production makes. */
  reason: z.string().trim().max(2000).optional(),
});
export const updateCapabilitySchema = z.object({
  capability_id: z.string().max(200),
  changes: updateCapabilityBodySchema,
});
export type UpdateCapabilityInput = z.output<typeof updateCapabilitySchema>;

export const capabilityRefSchema = z.object({ capability_id: z.string().max(200) });
export const capabilityPathSchema = z.object({ id: z.string().max(200) });

export const transitionBodySchema = z.object({
  to: statusSchema,
  reason: z.string().trim().max(2000).default(''),
});
export const transitionSchema = transitionBodySchema.extend({ capability_id: z.string().max(200) });

export const quarantineBodySchema = z.object({ reason: reasonSchema });
export const quarantineSchema = quarantineBodySchema.extend({
  capability_id: z.string().max(200),
  verdict: z.enum(['release', 'uphold']),
});

export const dismissSchema = z.object({
  capability_id: z.string().max(200),
  dismissed: z.boolean(),
  reason: z.string().trim().max(2000).optional(),
});

// ------------------------------------------------------------------ bulk triage

export const BULK_MAX = 500;
const bulkIdsSchema = z
  .array(z.string().max(200))
  .min(1, 'Select at least one capability.')
  .max(BULK_MAX, `Select at most ${BULK_MAX} at a time.`);
export const bulkTriageSchema = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('edit'),
    ids: bulkIdsSchema,
    owner: slugSchema.optional(),
    risk: riskSchema.optional(),
    add_tags: tagsSchema.default([]),
    remove_tags: tagsSchema.default([]),
    scopes_none: z.boolean().optional(),
  }),
  z.object({
    act: z.literal('submit'),
    ids: bulkIdsSchema,
    reason: z.string().max(2000).default(''),
  }),
  z.object({
    act: z.literal('dismiss'),
    ids: bulkIdsSchema,
    reason: z.string().max(2000).default(''),
  }),
  z.object({ act: z.literal('undismiss'), ids: bulkIdsSchema }),
]);
export type BulkTriageInput = z.output<typeof bulkTriageSchema>;

// ------------------------------------------------------------------ reading

const oneOrMany = <T extends z.ZodType>(item: T) =>
  z
    .union([z.array(item), item.transform((value) => [value])])
    .optional()
    .default([]);

export const capabilityFilterSchema = z.object({
  status: oneOrMany(z.enum(STATUSES)),
  risk: oneOrMany(z.enum(RISKS)),
  type: oneOrMany(capabilityTypeSchema),
  owner: oneOrMany(z.string().max(63)),
  provider: oneOrMany(z.string().max(63)),
  tag: oneOrMany(z.string().max(63)),
  q: z.string().max(200).optional(),
  /** `yes`: only dismissed drafts; `all`: beside the others; default: left out. */
  dismissed: z.enum(['no', 'yes', 'all']).default('no'),
  flag: z.enum(['quarantined', 'orphan', 'overdue', 'drifted', 'mine']).optional(),
});
export type CapabilityFilter = z.output<typeof capabilityFilterSchema>;

export const listCapabilitiesQuerySchema = capabilityFilterSchema.extend(pageQuerySchema.shape);

export const CAPABILITY_SORTS = [
  'id',
  'name',
  'status',
  'risk',
  'type',
  'owner',
  'updated_at',
] as const;
export const capabilityTableSchema = capabilityFilterSchema.extend({
  sort: z.enum(CAPABILITY_SORTS).default('updated_at'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  offset: z.number().int().min(0).max(1_000_000).default(0),
  limit: z.number().int().min(1).max(200).default(50),
});
export type CapabilityTableInput = z.output<typeof capabilityTableSchema>;
