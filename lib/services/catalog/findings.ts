import type { Neighbour } from '@/lib/core/contract/duplicates';
import { LINT_RULES, lintDescription } from '@/lib/core/contract/lint';
import { declaredEffect } from '@/lib/core/shared/annotations';
import { SHARED_TENANT, type Surface } from '@/lib/core/shared/domain';
import { runtime } from '@/lib/runtime';
import type { Finding } from '@/lib/schemas/capability-answers';
import { findingsOf, objectOf } from './rows';
import { checkInputSchema } from './schema-check';

export type Lintable = {
  tenantId: string;
  id: string;
  surface: Surface;
  description: string;
  inputSchema: unknown;
  annotations: unknown;
};

/** What intake found stays until its field changes; these are made anew each time. */
const OWN_RULES: ReadonlySet<string> = new Set([...LINT_RULES, 'schema-invalid']);

/**
 * What is wrong with a working definition: shown at the field, and read by the gates. Reads the
 * catalog and asks the schema worker, so never call it inside a transaction.
 *
 * @param known findings so far; those of intake on fields that did not change are kept
 * @param changed fields of the contract that change; absent: all of them
 */
export async function computeFindings(
  definition: Lintable,
  known: unknown = [],
  changed: readonly string[] | null = null,
): Promise<Finding[]> {
  const touched = (path: string) => changed === null || changed.includes(path.split('.')[0] ?? '');
  const kept = findingsOf(known).filter(
    (finding) => !OWN_RULES.has(finding.rule) && !touched(intakeField(finding)),
  );
  const [schemaFindings, neighbours] = await Promise.all([
    schemaFinding(definition.inputSchema),
    touched('description') ? nearbyDescriptions(definition) : null,
  ]);
  const lint = lintDescription({
    description: definition.description,
    surface: definition.surface,
    effect: declaredEffect(objectOf(definition.annotations)),
    neighbours: neighbours ?? [],
  }).map((finding) => ({ ...finding, path: 'description' }));
  const twins =
    neighbours === null ? findingsOf(known).filter((one) => one.rule === 'near-duplicate') : [];
  return [...schemaFindings, ...lint, ...twins, ...kept];
}

/** Intake speaks of what arrived (`inputSchema`, `description`); the contract of `input_schema`. */
function intakeField(finding: Finding): string {
  return finding.path.replaceAll(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`);
}

async function schemaFinding(schema: unknown): Promise<Finding[]> {
  const problem = await checkInputSchema(schema);
  if (!problem) return [];
  return [
    {
      rule: 'schema-invalid',
      severity: 'error',
      path: 'input_schema',
      message: problem,
      suggestion: 'Correct the schema; it must be a JSON Schema object.',
    },
  ];
}

const MAX_NEIGHBOURS = 300;

/**
 * Descriptions that could be nearly the same: they share one of the three longest words. The text
 * index finds them, so that no edit reads the whole catalog.
 */
async function nearbyDescriptions(definition: Lintable): Promise<Neighbour[]> {
  const words = longestWords(definition.description);
  if (words.length === 0) return [];
  const query = words.join(' | ');
  return await runtime().db.prisma.$queryRaw<Neighbour[]>`
    SELECT id AS "capabilityId", description FROM capabilities
    WHERE to_tsvector('simple', id || ' ' || name || ' ' || title || ' ' || description)
        @@ to_tsquery('simple', ${query})
      AND tenant_id IN (${definition.tenantId}, ${SHARED_TENANT})
      AND id <> ${definition.id} AND dismissed_at IS NULL
      AND status <> 'DISABLED'
    LIMIT ${MAX_NEIGHBOURS}`;
}

function longestWords(text: string): string[] {
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,40}/gu) ?? []);
  return [...words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, 3);
}
