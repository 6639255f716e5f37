import { PAGE_LIMIT_MAX, type PagePart } from '@/lib/schemas/shared';
import { decodeCursor } from './cursor';

type Made = { createdAt: Date; id: string };

/**
 * A page of rows by when they were made, the newest first: what to ask the database for, and the
 * keys of a row for the cursor.
 */
export function newestFirst({ limit = PAGE_LIMIT_MAX, cursor }: PagePart) {
  const [at, id] = cursor ? decodeCursor(cursor, ['time', 'text']) : [];
  const after = at
    ? { OR: [{ createdAt: { lt: at } }, { createdAt: at, id: { lt: id ?? '' } }] }
    : {};
  return {
    limit,
    after,
    orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }],
    take: limit + 1,
    keys: (row: Made) => [row.createdAt.toISOString(), row.id],
  };
}
