import { createSchemaChecker, type SchemaChecker } from '@/lib/adapters/schema';
import { runtimePart } from '@/lib/runtime';

const part = runtimePart<SchemaChecker>('schema-checker');

/** The process's one schema worker; made on first use. */
export function schemaChecker(): SchemaChecker {
  const known = part.find();
  if (known) return known;
  const made = createSchemaChecker();
  part.set(made);
  return made;
}

/** Why the schema does not compile, or null. Never call inside a transaction: it leaves the thread. */
export async function checkInputSchema(schema: unknown): Promise<string | null> {
  const verdict = await schemaChecker().compileCheck(schema);
  return verdict.ok ? null : verdict.reason;
}
