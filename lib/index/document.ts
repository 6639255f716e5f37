import { MAX_TEXT_CHARS, tokenize } from './tokenize';

/** What of a capability is searched. `key` is `<tenant>/<id>` and unique in an index. */
export type IndexDocument = {
  key: string;
  tenantId: string;
  id: string;
  name: string;
  serverName: string;
  category?: string;
  tags: readonly string[];
  description: string;
  paramNames: readonly string[];
  paramDescriptions: readonly string[];
  /** What the model would be charged for it, see `capabilityTokens`. */
  tokens: number;
};

/** The key of a capability in the index and in every map over capabilities. */
export function capabilityKey(tenantId: string, id: string): string {
  return `${tenantId}/${id}`;
}

/** Distinct terms with their counts, and the sum of the counts. */
export type Bag = { counts: Map<string, number>; length: number };

const NAME_WEIGHT = 2;

/**
 * One bag for all fields, the name counted twice: measured better than separately normalised
 * fields. The capability id is not searched: it repeats the server and the name.
 */
export function bagOf(document: IndexDocument): Bag {
  const bag: Bag = { counts: new Map(), length: 0 };
  addText(bag, document.name, NAME_WEIGHT);
  const once = [
    document.serverName,
    document.category ?? '',
    ...document.tags,
    document.description,
    ...document.paramNames,
    ...document.paramDescriptions,
  ];
  addText(bag, joinBounded(once), 1);
  return bag;
}

/** True when both would give the same bag and the same hit, so that indexing again is useless. */
export function sameDocument(a: IndexDocument, b: IndexDocument): boolean {
  return (
    a.key === b.key &&
    a.name === b.name &&
    a.serverName === b.serverName &&
    a.category === b.category &&
    a.description === b.description &&
    a.tokens === b.tokens &&
    sameList(a.tags, b.tags) &&
    sameList(a.paramNames, b.paramNames) &&
    sameList(a.paramDescriptions, b.paramDescriptions)
  );
}

function addText(bag: Bag, text: string, weight: number): void {
  for (const term of tokenize(text)) {
    bag.counts.set(term, (bag.counts.get(term) ?? 0) + weight);
    bag.length += weight;
  }
}

function joinBounded(parts: readonly string[]): string {
  let text = '';
  for (const part of parts) {
    if (text.length > MAX_TEXT_CHARS) break;
    text += `${part}\n`;
  }
  return text;
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}
