export type Place = { path: (string | number)[]; message: string };

/** Whether PostgreSQL can keep a text: it takes neither the null character nor half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

const MESSAGE = 'This holds a null character or half of a character, which nobody can keep.';

/**
 * Every text and every name of a field in a JSON value that cannot be kept, with its path; of a
 * name, the path of what it stands in.
 */
export function findUnstorable(value: unknown): Place[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [{ path: [], message: MESSAGE }];
  if (typeof value !== 'object' || value === null) return [];
  const children: [string | number, unknown][] = Array.isArray(value)
    ? value.map((child, index) => [index, child])
    : Object.entries(value);
  return children.flatMap(([name, child]) => {
    if (typeof name === 'string' && !isStorable(name)) return [{ path: [], message: MESSAGE }];
    return findUnstorable(child).map((place) => ({ ...place, path: [name, ...place.path] }));
  });
}
