import { createHash } from 'node:crypto';
import { canonicalJson, isJsonObject, type JsonSchema } from '@/lib/core/shared/json';
import { boundsProblem } from './bounds';
import { type SchemaError, SchemaWorker, type SchemaWorkerOptions } from './pool';

export type { SchemaError };

export type CompileCheck =
  /** `slowPatterns` cannot run in linear time; they run under the deadline instead. */
  { ok: true; slowPatterns: string[] } | { ok: false; reason: string };

export type Validation =
  | { valid: true }
  | { valid: false; errors: SchemaError[] }
  /** The check itself did not end, or the schema does not compile: nobody's value is at fault. */
  | { valid: false; failure: 'TIMEOUT' | 'BAD_SCHEMA'; message: string; errors: [] };

/** A schema and, where the caller has it, its hash: saves hashing it again. */
export type SchemaRef = { schema: JsonSchema; key?: string };

export type SchemaCheckerOptions = SchemaWorkerOptions & {
  /** Milliseconds, 1,000 by default, for a value against a schema already compiled. */
  validateMs?: number;
};

export type SchemaChecker = {
  compileCheck(schema: unknown): Promise<CompileCheck>;
  validate(ref: SchemaRef, value: unknown): Promise<Validation>;
  close(): Promise<void>;
  readonly restarts: number;
};

/**
 * JSON Schema in a worker thread, so that no upstream's schema or pattern can hold up the
 * process. Dialect from `$schema` (draft-04 to 2020-12; absent is 2020-12), `strict: false`,
 * only references inside the schema. One per process is enough; a round trip is well under
 * a millisecond.
 */
export function createSchemaChecker(options: SchemaCheckerOptions = {}): SchemaChecker {
  const worker = new SchemaWorker(options);
  const validateMs = options.validateMs ?? 1_000;
  const keys = new WeakMap<object, string>();
  const keyOf = (schema: object): string => {
    const known = keys.get(schema);
    if (known) return known;
    const key = createHash('sha256').update(canonicalJson(schema)).digest('base64url');
    keys.set(schema, key);
    return key;
  };

  async function compileCheck(schema: unknown): Promise<CompileCheck> {
    if (!isJsonObject(schema)) {
      return { ok: false, reason: 'The schema must be a JSON object, such as {"type":"object"}.' };
    }
    const problem = boundsProblem(schema);
    if (problem) return { ok: false, reason: problem };
    const reply = await worker.run({ op: 'compile', key: keyOf(schema), schema }, validateMs);
    if (!reply.ok) return { ok: false, reason: reply.reason };
    return { ok: true, slowPatterns: reply.fallbacks ?? [] };
  }

  async function validate(ref: SchemaRef, value: unknown): Promise<Validation> {
    const key = ref.key ?? keyOf(ref.schema);
    const job = { op: 'validate' as const, key, schema: ref.schema, value };
    const reply = await worker.run(job, validateMs);
    if (!reply.ok) {
      const failure = reply.timeout ? 'TIMEOUT' : 'BAD_SCHEMA';
      return { valid: false, failure, message: reply.reason, errors: [] };
    }
    return reply.valid ? { valid: true } : { valid: false, errors: reply.errors ?? [] };
  }

  return {
    compileCheck,
    validate,
    close: () => worker.close(),
    get restarts() {
      return worker.restarts;
    },
  };
}
