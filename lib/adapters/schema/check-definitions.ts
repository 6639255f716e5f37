import { badOutputSchema, type Definition, type Rejection } from '@/lib/core/intake';
import type { SchemaChecker } from './index';

export type CheckedDefinitions = { kept: Definition[]; rejected: Rejection[] };

/**
 * Drops, by name, definitions whose input schema does not compile; an output schema that does
 * not is left out with a finding. Patterns that cannot run in linear time get a finding too.
 */
export async function checkDefinitions(
  checker: SchemaChecker,
  definitions: readonly Definition[],
): Promise<CheckedDefinitions> {
  const kept: Definition[] = [];
  const rejected: Rejection[] = [];
  await Promise.all(
    definitions.map(async (definition, index) => {
      const [input, output] = await Promise.all([
        checker.compileCheck(definition.inputSchema),
        definition.outputSchema ? checker.compileCheck(definition.outputSchema) : null,
      ]);
      if (!input.ok) {
        const { type, name, upstreamName } = definition;
        const reason = `its input schema does not compile: ${input.reason}`;
        rejected.push({ type, name, upstreamName, reason });
        return;
      }
      const findings = [...definition.findings];
      for (const pattern of input.slowPatterns) {
        findings.push({
          rule: 'pattern-not-linear',
          severity: 'info',
          path: 'inputSchema',
          message: `The pattern ${pattern} uses look-around or back-references and may be slow.`,
          suggestion: 'Write it without them; a check that takes too long is refused.',
        });
      }
      if (output && !output.ok) findings.push(badOutputSchema(output.reason));
      const outputSchema = output?.ok ? definition.outputSchema : null;
      kept[index] = { ...definition, outputSchema, findings };
    }),
  );
  return { kept: kept.filter((definition) => definition !== undefined), rejected };
}
