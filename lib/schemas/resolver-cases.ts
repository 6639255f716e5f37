import { z } from 'zod';
import { discoverInputSchema } from './discover';
import { capabilityIdSchema, slugSchema } from './shared';

/** The part of a discover request that a case repeats. */
export const caseRequestSchema = discoverInputSchema.omit({
  explain: true,
  agent_id: true,
  tenant_id: true,
});

export const createCaseSchema = z.object({
  name: z.string().trim().min(1, 'Write a name.').max(120, 'Use at most 120 characters.'),
  agent_id: slugSchema,
  request: caseRequestSchema,
  expected: z
    .array(capabilityIdSchema)
    .max(50, 'Expect at most 50 capabilities.')
    .describe('All must be found; none means that nothing may be found.'),
});
export type CreateCase = z.output<typeof createCaseSchema>;

export const caseRefSchema = z.object({ id: z.string().max(64) });

export const resolverCaseSchema = z.object({
  id: z.string(),
  name: z.string(),
  agent_id: z.string(),
  request: caseRequestSchema,
  expected: z.array(z.string()),
  created_by: z.string(),
  created_at: z.string(),
});
export type ResolverCase = z.infer<typeof resolverCaseSchema>;

export const caseResultSchema = z.object({
  id: z.string(),
  passed: z.boolean(),
  found: z.array(z.string()),
  missing: z.array(z.string()).describe('Expected and not found.'),
  unexpected: z.array(z.string()).describe('Found where nothing was expected.'),
  resolve_id: z.string(),
});
export type CaseResult = z.infer<typeof caseResultSchema>;
