import { below, namesOf, type Site, stringsIn } from './document';

/** What the presence of a property demands: other properties, a shape of the object, or both. */
export type Dependency = { name: string; required: string[]; schema: Site | null };

/**
 * The dependencies a schema states, in either spelling. `dependencies` of draft-07 is still read by
 * validators of 2020-12; the two later keywords are unknown to draft-07.
 */
export function dependenciesOf(site: Site): Dependency[] {
  const { schema, doc } = site;
  const found: Dependency[] = [];
  for (const [name, held] of Object.entries(namesOf(schema, 'dependencies'))) {
    const isList = Array.isArray(held);
    found.push({
      name,
      required: isList ? stringsIn(held) : [],
      schema: isList ? null : below(site, 'dependencies', name),
    });
  }
  if (doc.isLegacy) return found;
  for (const [name, held] of Object.entries(namesOf(schema, 'dependentRequired'))) {
    found.push({ name, required: stringsIn(held), schema: null });
  }
  for (const name of Object.keys(namesOf(schema, 'dependentSchemas'))) {
    found.push({ name, required: [], schema: below(site, 'dependentSchemas', name) });
  }
  return found;
}
