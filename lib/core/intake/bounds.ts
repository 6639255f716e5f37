import { isJsonObject } from '../shared/json';
import { isStorable } from '../shared/storable';

const MAX_DEPTH = 100;
const MAX_NAME = 512;
const MAX_TEXT = 65_536;

/** Why an item as a whole cannot be kept, or null. Works through any depth without recursion. */
export function itemProblem(item: unknown): string | null {
  let level: unknown[] = [item];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return `it is nested deeper than ${MAX_DEPTH} levels`;
    const next: unknown[] = [];
    for (const node of level) {
      if (typeof node === 'string' && !isStorable(node)) {
        return 'it contains a NUL character or half a surrogate pair';
      }
      if (Array.isArray(node)) for (const child of node) next.push(child);
      else if (isJsonObject(node)) {
        for (const [key, child] of Object.entries(node)) next.push(key, child);
      }
    }
    level = next;
  }
  return null;
}

/** Why a name or a description is too long to be kept; null when it is not. */
export function textProblem(name: string, description: unknown): string | null {
  if (name.length > MAX_NAME) return `its name is longer than ${MAX_NAME} characters`;
  if (typeof description === 'string' && description.length > MAX_TEXT) {
    return `its description is longer than ${MAX_TEXT} characters`;
  }
  return null;
}
