import { isJsonObject, type Json } from '@/lib/core/shared/json';

/** One piece of an answer, ready to be shown. Everything unknown is JSON. */
export type Piece =
  | { kind: 'text'; text: string; label: string | null }
  | { kind: 'json'; value: Json; label: string | null }
  | { kind: 'image'; src: string; label: string }
  | { kind: 'link'; uri: string; label: string };

/** Images that browsers draw without running anything in them: no SVG. */
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const MAX_IMAGE_CHARACTERS = 8_000_000;

/**
 * The output of a call as pieces: a tool's content, a resource's contents, a prompt's messages.
 * What comes from outside is text or data, never markup.
 */
export function piecesOf(output: Json): Piece[] {
  if (!isJsonObject(output)) return [{ kind: 'json', value: output, label: null }];
  const { content, contents, messages, structuredContent } = output;
  const pieces: Piece[] = [];
  if (structuredContent !== undefined) {
    pieces.push({ kind: 'json', value: structuredContent, label: 'Structured result' });
  }
  if (Array.isArray(content)) pieces.push(...content.flatMap((item) => pieceOf(item, null)));
  if (Array.isArray(contents)) pieces.push(...contents.flatMap((item) => resourceOf(item)));
  if (Array.isArray(messages)) pieces.push(...messages.flatMap(messageOf));
  return pieces.length > 0 ? pieces : [{ kind: 'json', value: output, label: null }];
}

function pieceOf(item: Json, label: string | null): Piece[] {
  if (!isJsonObject(item)) return [{ kind: 'json', value: item, label }];
  if (item.type === 'text' && typeof item.text === 'string') return [textPiece(item.text, label)];
  if (item.type === 'image') return [imagePiece(item.mimeType, item.data, 'Image') ?? jsonOf(item)];
  if (item.type === 'resource' && item.resource !== undefined) return resourceOf(item.resource);
  if (item.type === 'resource_link' && typeof item.uri === 'string') {
    const name = typeof item.name === 'string' ? item.name : item.uri;
    return [{ kind: 'link', uri: item.uri, label: name }];
  }
  return [{ kind: 'json', value: item, label }];
}

function resourceOf(item: Json): Piece[] {
  if (!isJsonObject(item)) return [{ kind: 'json', value: item, label: null }];
  const label = typeof item.uri === 'string' ? item.uri : null;
  if (typeof item.text === 'string') return [textPiece(item.text, label)];
  return [imagePiece(item.mimeType, item.blob, label ?? 'Image') ?? jsonOf(item)];
}

function messageOf(item: Json): Piece[] {
  if (!isJsonObject(item) || item.content === undefined) return [jsonOf(item)];
  return pieceOf(item.content, typeof item.role === 'string' ? item.role : null);
}

function jsonOf(value: Json): Piece {
  return { kind: 'json', value, label: null };
}

/** Text that is a JSON object or list reads better as one. */
function textPiece(text: string, label: string | null): Piece {
  if (/^\s*[[{]/.test(text)) {
    try {
      return { kind: 'json', value: JSON.parse(text), label };
    } catch {
      return { kind: 'text', text, label };
    }
  }
  return { kind: 'text', text, label };
}

function imagePiece(
  mimeType: Json | undefined,
  data: Json | undefined,
  label: string,
): Piece | null {
  const type = IMAGE_TYPES.find((known) => known === mimeType);
  if (!type || typeof data !== 'string' || data.length > MAX_IMAGE_CHARACTERS) return null;
  return BASE64.test(data) ? { kind: 'image', src: `data:${type};base64,${data}`, label } : null;
}
