import { z } from 'zod';
import { createBindingBodySchema } from './bindings';
import {
  capabilityChangesSchema,
  capabilityFilterSchema,
  limitsSchema,
  scopeSchema,
  tagsSchema,
} from './capabilities';
import { deprecationBodySchema } from './deprecation';
import { createBackendSchema, createProviderSchema } from './providers';
import {
  capabilityIdSchema,
  capabilityTypeSchema,
  jsonObjectSchema,
  jsonSchema,
  providerKindSchema,
  riskSchema,
  slugSchema,
  statusSchema,
  timeSchema,
} from './shared';
import { createTeamSchema } from './teams';

/**
 * The catalog as files. One document is one thing; several stand in one stream. What a document
 * leaves out stays as it is, and has its default where the thing is new.
 */
export const CONTRACT_API_VERSION = 'capstan/v1';
export const CONTRACT_KINDS = ['Team', 'Backend', 'Provider', 'Capability'] as const;
export type ContractKind = (typeof CONTRACT_KINDS)[number];

const head = <K extends ContractKind>(kind: K) => ({
  api_version: z.literal(CONTRACT_API_VERSION, `Write api_version: ${CONTRACT_API_VERSION}.`),
  kind: z.literal(kind),
});

const fields = capabilityChangesSchema.shape;
const limits = limitsSchema.shape;

const scopeListSchema = z.array(scopeSchema).max(50, 'Use at most 50 scopes.');
const contractScopesSchema = z
  .strictObject({
    required: scopeListSchema.optional(),
    optional: scopeListSchema.optional(),
    none: z.boolean().optional().describe('true says on purpose that no scope is needed.'),
  })
  .refine(
    ({ required = [], optional = [], none }) =>
      none !== true || required.length + optional.length === 0,
    { message: 'Either list scopes or say none: true.', path: ['none'] },
  );

const versionTextSchema = z
  .string({
    error: 'Write a version in quotes, for example "2.3": without them YAML reads a number.',
  })
  .regex(/^[1-9]\d{0,5}\.\d{1,6}$/, 'Write a version such as "2.3", in quotes.');

const deprecationSchema = z.strictObject({
  announced_at: timeSchema.optional(),
  disable_at: timeSchema,
  replacement: z
    .strictObject({ capability_id: capabilityIdSchema, major: z.int().min(1).optional() })
    .nullable()
    .default(null),
  note: deprecationBodySchema.shape.migration_note,
  mapping: deprecationBodySchema.shape.argument_mapping,
});
export type ContractDeprecation = z.output<typeof deprecationSchema>;

const definition = {
  title: fields.title,
  description: fields.description,
  inputs: jsonObjectSchema.optional().describe('JSON Schema of the arguments.'),
  outputs: jsonObjectSchema.nullable().optional().describe('JSON Schema of the answer, or null.'),
  annotations: fields.annotations,
};

const majorSchema = z.strictObject({
  version: versionTextSchema,
  ...definition,
  description: fields.description.unwrap(),
  inputs: jsonObjectSchema,
  deprecation: deprecationSchema.nullable().optional(),
});

/** A file beside the contract; the command line puts its content in its place. */
const schemaFileSchema = z
  .string()
  .min(1)
  .max(500)
  .optional()
  .describe('Path of a JSON or YAML file, relative to this one, instead of writing it here.');

export const capabilityContractSchema = z
  .strictObject({
    ...head('Capability'),
    id: capabilityIdSchema,
    name: fields.name.describe('Absent: the last part of the id.'),
    type: capabilityTypeSchema,
    owner: slugSchema.describe('The owning team.'),
    status: statusSchema
      .optional()
      .describe('How far it shall get. What has gone further is never taken back by a contract.'),
    version: versionTextSchema
      .optional()
      .describe('Number of the version that is current; the first one here begins with it.'),
    risk: riskSchema.optional(),
    ...definition,
    inputs_file: schemaFileSchema,
    outputs_file: schemaFileSchema,
    tags: tagsSchema.optional(),
    auth: z
      .strictObject({
        scopes: contractScopesSchema.optional(),
        required_roles: fields.required_roles,
      })
      .optional(),
    approval: z
      .strictObject({
        required: z.boolean().optional(),
        waiver: fields.approval_waiver.describe('Why HIGH or CRITICAL calls need no approval.'),
      })
      .optional(),
    limits: z
      .strictObject({
        timeout: limits.timeout.unwrap().optional(),
        calls_per_run: limits.calls_per_run.unwrap().optional(),
        rate_per_minute: limits.rate_per_minute.unwrap().optional(),
        max_output_bytes: limits.max_output_bytes.unwrap().optional(),
      })
      .optional(),
    observability: z
      .strictObject({ audit: z.boolean().optional(), trace: z.boolean().optional() })
      .optional(),
    metadata: fields.metadata,
    safe_example: fields.safe_example,
    bindings: z
      .array(z.strictObject(createBindingBodySchema.shape))
      .max(50, 'Use at most 50 bindings.')
      .optional()
      .describe('Where it is carried out. Absent: as it is; []: nowhere.'),
    majors: z
      .array(majorSchema)
      .max(50)
      .optional()
      .describe('Older majors that still serve beside the current one.'),
    deprecation: deprecationSchema.nullable().optional(),
  })
  .describe('A capability');
export type CapabilityContract = z.output<typeof capabilityContractSchema>;
export type ContractBinding = NonNullable<CapabilityContract['bindings']>[number];

const teamContractSchema = z
  .strictObject({ ...head('Team'), ...createTeamSchema.shape })
  .describe('A team. Its members are people of each installation, and no part of a contract');

const backendContractSchema = z
  .strictObject({
    ...head('Backend'),
    ...createBackendSchema.shape,
    description: createBackendSchema.shape.description.unwrap().optional(),
  })
  .describe('A system behind providers');

const providerShape = createProviderSchema.shape;
const providerContractSchema = z
  .strictObject({
    ...head('Provider'),
    id: providerShape.id,
    name: providerShape.name,
    source: z
      .enum(['catalog', 'file'])
      .default('catalog')
      .describe('file: the providers file of each installation says how it is reached.'),
    provider_kind: providerKindSchema.default('mcp'),
    location: providerShape.location.unwrap().optional(),
    endpoint: providerShape.endpoint.optional(),
    credential_ref: providerShape.credential_ref.unwrap().optional(),
    owner: providerShape.owner,
    backend: providerShape.backend.unwrap().optional(),
    description: providerShape.description.unwrap().optional(),
    default_tags: providerShape.default_tags.unwrap().optional(),
    risk_floor: riskSchema.optional(),
    sync_every_seconds: providerShape.sync_every_seconds.unwrap().optional(),
  })
  .refine(({ source, endpoint }) => source === 'file' || endpoint !== undefined, {
    message: 'Write the address it is reached at, or source: file.',
    path: ['endpoint'],
  })
  .describe('What implements capabilities');

export const contractSchema = z.discriminatedUnion(
  'kind',
  [capabilityContractSchema, teamContractSchema, backendContractSchema, providerContractSchema],
  { error: `Write kind: ${CONTRACT_KINDS.join(', ')}.` },
);
export type Contract = z.output<typeof contractSchema>;
export type TeamContract = Extract<Contract, { kind: 'Team' }>;
export type BackendContract = Extract<Contract, { kind: 'Backend' }>;
export type ProviderContract = Extract<Contract, { kind: 'Provider' }>;

/** JSON Schema of one document, for editors; made of what validates. */
export function contractJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(contractSchema, { io: 'input', unrepresentable: 'any' });
  return { ...schema, title: 'Capstan contract' };
}

// ------------------------------------------------------------------ the door

/**
 * All of them are written in one transaction, and the embedded database has one connection: what
 * is applied at once must end before anybody misses the emergency disable.
 */
export const MAX_CONTRACTS = 200;
export const MAX_CONTRACT_BYTES = 8 * 1024 * 1024;

const applyOptions = {
  plan: z
    .string()
    .max(100)
    .optional()
    .describe('Of a dry run: refused with CONFLICT when the catalog moved since.'),
  reason: z.string().trim().max(2000).default('').describe('Kept with the change requests.'),
  owner: slugSchema.optional().describe('Prune within what this team owns.'),
  tag: z.string().max(63).optional().describe('Prune within what has this tag.'),
};
type PruneOptions = { prune: boolean; owner?: string | undefined; tag?: string | undefined };
const saysWithin = ({ prune, owner, tag }: PruneOptions) =>
  !prune || owner !== undefined || tag !== undefined;
const withinError = { message: 'Say within what to prune: owner or tag.', path: ['prune'] };

/** In a query: words come as text. */
export const putContractsQuerySchema = z
  .object({
    ...applyOptions,
    dry_run: z.stringbool().default(false).describe('Answers the plan and changes nothing.'),
    prune: z.stringbool().default(false).describe('Also look at what the documents do not name.'),
  })
  .refine(saysWithin, withinError);
export const applyContractsSchema = z
  .object({
    ...applyOptions,
    dry_run: z.boolean().default(false),
    prune: z.boolean().default(false),
    text: z.string().max(MAX_CONTRACT_BYTES, 'Use at most 8 MB at a time.'),
  })
  .refine(saysWithin, withinError);
export type ApplyContractsInput = z.output<typeof applyContractsSchema>;

export const exportContractsQuerySchema = capabilityFilterSchema.extend({
  kind: z
    .union([z.array(z.enum(CONTRACT_KINDS)), z.enum(CONTRACT_KINDS).transform((one) => [one])])
    .optional()
    .default([])
    .describe('Absent: all kinds. The other filters choose among the capabilities.'),
});
export type ExportContractsInput = z.output<typeof exportContractsQuerySchema>;

export const CONTRACT_ACTIONS = ['create', 'update', 'unchanged', 'refused', 'prune'] as const;
export const contractResultSchema = z.object({
  document: z.number().int().nullable().describe('From 1; null for what only pruning looks at.'),
  kind: z.enum(CONTRACT_KINDS),
  id: z.string(),
  action: z.enum(CONTRACT_ACTIONS),
  review: z.boolean().describe('Somebody else decides before it is in force.'),
  changes: z.array(z.object({ path: z.string(), before: jsonSchema, after: jsonSchema })),
  change_requests: z.array(z.string()).describe('Opened by this, or open already for the same.'),
  reasons: z.array(z.string()).describe('Why it is refused.'),
  notes: z.array(z.string()),
});
export type ContractResult = z.infer<typeof contractResultSchema>;

export const contractPlanSchema = z
  .object({
    dry_run: z.boolean(),
    plan: z.string().describe('Send it back to apply exactly this.'),
    summary: z.object({
      create: z.number().int(),
      update: z.number().int(),
      unchanged: z.number().int(),
      refused: z.number().int(),
      prune: z.number().int(),
      review: z.number().int(),
    }),
    documents: z.array(contractResultSchema),
  })
  .describe('What the contracts change');
export type ContractPlan = z.infer<typeof contractPlanSchema>;
