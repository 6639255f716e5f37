import type { Finding } from '@/lib/schemas/capabilities';
import { checkInputSchema } from './schema-check';

export type Lintable = {
  tenantId: string;
  id: string;
  name: string;
  description: string;
  inputSchema: unknown;
  outputSchema: unknown;
  annotations: unknown;
};

/** What is wrong with a working definition: shown at the field, and read by the gates. */
export async function computeFindings(definition: Lintable): Promise<Finding[]> {
  const schemaProblem = await checkInputSchema(definition.inputSchema);
  return [
    ...(schemaProblem
      ? [
          {
            rule: 'schema-invalid',
            severity: 'error',
            path: 'input_schema',
            message: `The input schema does not compile: ${schemaProblem}`,
            suggestion: 'Correct the schema; it must be a JSON Schema object.',
          },
        ]
      : []),
  ];
}
