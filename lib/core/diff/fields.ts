import { canonicalJson, isJsonObject } from '@/lib/core/shared/json';
import { diffSchemas, type SchemaDiffNode } from './schema-tree';
import { diffWords, type TextPart } from './words';

/** One field that differs, as it reads best. */
export type FieldDiff = {
  field: string;
  before: unknown;
  after: unknown;
  /** Word by word, where both sides are texts or nothing. */
  words: TextPart[] | null;
  /** As one tree, for the schemas. */
  tree: SchemaDiffNode | null;
};

const SCHEMAS = new Set(['input_schema', 'output_schema']);

/** The named fields that differ between two records; absent, null and empty text are the same. */
export function diffFields(
  fields: readonly string[],
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): FieldDiff[] {
  return fields.flatMap((field) => {
    const [was, is] = [fieldOf(before, field), fieldOf(after, field)];
    if (canonicalJson(was) === canonicalJson(is)) return [];
    const words = isText(was) && isText(is) ? diffWords(was ?? '', is ?? '') : null;
    const tree = SCHEMAS.has(field) ? diffSchemas(schemaOf(was), schemaOf(is)) : null;
    return [{ field, before: was, after: is, words, tree }];
  });
}

function fieldOf(record: Record<string, unknown>, field: string): unknown {
  const value = Object.hasOwn(record, field) ? record[field] : null;
  return value === '' || value === undefined ? null : value;
}

function isText(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function schemaOf(value: unknown) {
  return isJsonObject(value) ? value : null;
}
