import { ANYTHING, below, branchesOf, type Node, own, type Site } from './document';

/** The items of an array: by place, and then all the rest. */
export type Tuple = { prefix: Site[]; rest: Site };

/** Both spellings as one; null for a list in `items` where the dialect has no meaning for it. */
export function tupleOf(site: Site): Tuple | null {
  const { schema, doc } = site;
  if (Array.isArray(own(schema, 'items'))) {
    if (!doc.hasTupleItems) return null;
    return { prefix: branchesOf(site, 'items'), rest: below(site, 'additionalItems') };
  }
  const prefix = doc.hasTupleItems ? [] : branchesOf(site, 'prefixItems');
  return { prefix, rest: below(site, 'items') };
}

/** How many places some part lists. */
export function longestPrefix(parts: readonly Site[]): number {
  return Math.max(0, ...parts.map((part) => tupleOf(part)?.prefix.length ?? 0));
}

/** What all parts ask of the item in one place; of the places beyond all lists for null. */
export function itemAt(parts: readonly Site[], index: number | null): Node {
  const sites = parts.flatMap((part) => {
    const tuple = tupleOf(part);
    if (tuple === null) return [];
    const listed = index === null ? undefined : tuple.prefix[index];
    return [listed ?? tuple.rest];
  });
  const said = sites.filter((site) => site.schema !== ANYTHING);
  return { sites: said, path: said[0]?.path ?? `${parts[0]?.path ?? ''}/items` };
}
