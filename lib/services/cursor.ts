import { invalidField } from './errors';

/** Opaque page cursor over the sort keys of the last row shown. */
export function encodeCursor(parts: (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * @throws ServiceError VALIDATION when the text is not a cursor this service made.
 */
export function decodeCursor(cursor: string, length: number): (string | number)[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (
      Array.isArray(parts) &&
      parts.length === length &&
      parts.every((part) => typeof part === 'string' || typeof part === 'number')
    ) {
      return parts;
    }
  } catch {
    // Falls through to the one answer for every malformed cursor.
  }
  throw invalidField('cursor', 'This cursor is not valid; start again without one.');
}

/** Cuts `limit + 1` rows to a page and says where the next one starts. */
export function toPage<T>(
  rows: T[],
  limit: number,
  keys: (row: T) => (string | number)[],
): { items: T[]; next_cursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items, next_cursor: more ? encodeCursor(keys(last)) : null };
}
