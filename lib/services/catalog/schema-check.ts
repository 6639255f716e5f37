import { outbound } from '../outbound';

/** Why the schema does not compile, or null. Never call inside a transaction: it leaves the thread. */
export async function checkInputSchema(schema: unknown): Promise<string | null> {
  const verdict = await outbound.get().schemas.compileCheck(schema);
  return verdict.ok ? null : verdict.reason;
}
