import { defaultFilter } from 'cmdk';

/** Ranks a list entry by what people read, its label and keywords, never by its id. */
export function matchLabel(_value: string, search: string, keywords: string[] = []): number {
  return defaultFilter(keywords.join(' '), search);
}
