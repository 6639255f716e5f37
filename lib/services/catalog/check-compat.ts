import { checkCompatibility } from '@/lib/core/compat/check';
import type { JsonSchema } from '@/lib/core/shared/json';
import type { Context } from '../context';
import { invalidField } from '../errors';
import { checkInputSchema } from './schema-check';

/** Compares two schemas anybody may send; reads and writes nothing, so every key may ask. */
export async function checkCompat(call: {
  ctx: Context;
  input: { direction: 'input' | 'output'; old_schema: JsonSchema; new_schema: JsonSchema };
}) {
  const { direction, old_schema, new_schema } = call.input;
  const result = checkCompatibility({
    direction,
    oldSchema: old_schema,
    newSchema: new_schema,
  });
  // What is too large to compare is too large to compile; the reason is the answer.
  if (result.changes.some(({ kind }) => kind === 'too-large')) return result;
  for (const [field, schema] of [
    ['old_schema', old_schema],
    ['new_schema', new_schema],
  ] as const) {
    const problem = await checkInputSchema(schema);
    if (problem) throw invalidField(field, `This schema does not compile: ${problem}`);
  }
  return result;
}
