import { invalidField } from './errors';

/** Opaque page cursor over the sort keys of the last row shown. */
export function encodeCursor(parts: string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** What a part of a cursor is: an RFC 3339 time in UTC, a whole number, or a text the database can hold. */
type PartKind = 'time' | 'whole' | 'text';
type Part<K extends PartKind> = K extends 'time' ? Date : K extends 'whole' ? number : string;
type Parts<K extends readonly PartKind[]> = { [I in keyof K]: Part<K[I]> };

/**
 * The parts of a cursor, each of the kind its list sorts by: nothing goes to the database that it
 * would refuse.
 * @throws ServiceError VALIDATION when the text is not a cursor of that list.
 */
export function decodeCursor<const K extends readonly PartKind[]>(
  cursor: string,
  kinds: K,
): Parts<K> {
  const given = partsOf(cursor);
  const parts = kinds.map((kind, index) => PART[kind](given[index]));
  if (given.length !== kinds.length || parts.includes(null)) throw invalidCursor();
  return asParts<K>(parts);
}

/** Holds where each part was read by its kind, in the order of the kinds. */
function asParts<K extends readonly PartKind[]>(parts: unknown): Parts<K> {
  return parts as Parts<K>;
}

const PART: { [K in PartKind]: (value: unknown) => Part<K> | null } = {
  text: (value) => (typeof value === 'string' && !value.includes('\0') ? value : null),
  time: (value) => {
    if (typeof value !== 'string' || !/^\d{4}-/.test(value)) return null;
    const time = new Date(value);
    return Number.isNaN(time.getTime()) ? null : time;
  },
  whole: (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : null),
};

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

function invalidCursor() {
  return invalidField('cursor', 'This cursor is not valid; start again without one.');
}

/** Cuts `limit + 1` rows to a page and says where the next one starts. */
export function toPage<T>(
  rows: T[],
  limit: number,
  keys: (row: T) => string[],
): { items: T[]; next_cursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items, next_cursor: more ? encodeCursor(keys(last)) : null };
}
