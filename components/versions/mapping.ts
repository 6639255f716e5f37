import { isJsonObject, type Json } from '@/lib/core/shared/json';
import type { DeprecationBody } from '@/lib/schemas/deprecation';

export type MappingKind = 'rename' | 'constant' | 'default' | 'drop';
export type MappingRow = {
  key: number;
  kind: MappingKind;
  /** The old name of a rename or drop, the new one of a constant or default. */
  place: string;
  /** The new name of a rename; the value of a constant or default as JSON or plain text. */
  value: string;
};

/** `true`, `3`, `{"a":1}` as JSON; anything else is a text. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What the rows say, for the service; rows that are not filled in say nothing. */
export function toMapping(rows: readonly MappingRow[]): DeprecationBody['argument_mapping'] {
  const filled = rows.filter((row) => row.place.trim() !== '');
  const of = (kind: MappingKind) =>
    filled
      .filter((row) => row.kind === kind)
      .map(({ place, value }): [string, string] => [place.trim(), value.trim()]);
  const values = (kind: MappingKind) =>
    Object.fromEntries(of(kind).map(([place, value]) => [place, parsed(value)]));
  return {
    rename: Object.fromEntries(of('rename').filter(([, to]) => to !== '')),
    constant: values('constant'),
    default: values('default'),
    drop: of('drop').map(([place]) => place),
  };
}

/** "city becomes place", one line an entry, as people read a mapping. */
export function mappingLines(mapping: DeprecationBody['argument_mapping']): string[] {
  const text = (value: unknown) =>
    typeof value === 'string' ? `"${value}"` : isJsonObject(value) ? '{…}' : JSON.stringify(value);
  return [
    ...Object.entries(mapping.rename).map(([from, to]) => `${from} becomes ${to}`),
    ...Object.entries(mapping.constant).map(([to, value]) => `${to} is always ${text(value)}`),
    ...Object.entries(mapping.default).map(([to, value]) => `${to} is ${text(value)} if not given`),
    ...mapping.drop.map((place) => `${place} is left out`),
  ];
}
