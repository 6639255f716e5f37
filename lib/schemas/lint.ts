import { z } from 'zod';
import { findingSchema } from './capability-answers';
import { jsonObjectSchema, pageOf, pageQuerySchema, slugSchema, surfaceSchema } from './shared';

export const LINT_SEVERITIES = ['error', 'warning', 'info'] as const;

export const lintTextSchema = z.object({
  description: z.string().max(20_000, 'Use at most 20,000 characters.'),
  surface: surfaceSchema.default('tool'),
  annotations: jsonObjectSchema.default({}),
  capability_id: z.string().max(200).optional().describe('Whose text it is: not its own duplicate'),
});
export const lintTextAnswerSchema = z
  .object({ findings: z.array(findingSchema) })
  .describe('What the lint says of a text, with the places');

export const lintReportQuerySchema = pageQuerySchema.extend({
  rule: z.string().max(60).optional(),
  severity: z.enum(LINT_SEVERITIES).optional(),
  owner: slugSchema.optional(),
  provider: z.string().max(200).optional(),
});
export type LintReportQuery = z.output<typeof lintReportQuerySchema>;
export const lintExportQuerySchema = lintReportQuerySchema.omit({ limit: true, cursor: true });

export const lintItemSchema = z.object({
  capability_id: z.string(),
  tenant_id: z.string(),
  name: z.string(),
  status: z.string(),
  owner: z.string(),
  owner_name: z.string(),
  providers: z.array(z.string()),
  description: z.string(),
  finding: findingSchema,
});
export type LintItem = z.infer<typeof lintItemSchema>;

export const lintReportSchema = pageOf(lintItemSchema)
  .extend({
    rules: z.array(z.object({ rule: z.string(), severity: z.string(), count: z.number().int() })),
  })
  .describe('Findings over the catalog, and how many there are of each rule');
