import { isJsonObject, type Json } from '@/lib/core/shared/json';

export type ParsedText = { ok: true; value: Json | undefined } | { ok: false; problem: string };

export function canonicalText(value: Json | undefined): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

/** Parses what a person typed; the empty text is "not given". */
export function parseJsonText(text: string, objectOnly: boolean): ParsedText {
  if (!text.trim()) return { ok: true, value: undefined };
  try {
    const value: Json = JSON.parse(text);
    if (objectOnly && !isJsonObject(value)) return { ok: false, problem: 'Write an object: { … }' };
    return { ok: true, value };
  } catch (error) {
    const detail = error instanceof SyntaxError ? error.message.replace(/^JSON\.parse: /, '') : '';
    return { ok: false, problem: `Not valid JSON yet. ${detail}` };
  }
}
