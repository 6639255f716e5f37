import { MalformedRequest } from './problem';

/** Largest JSON body read; a schema may be tens of kilobytes, a contract file a few hundred. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** Deepest nesting taken: what walks a value afterwards calls itself once a level. */
export const MAX_JSON_DEPTH = 200;

/**
 * Reads a body as text with a bound that holds also without Content-Length.
 * @throws MalformedRequest when it is larger or not UTF-8.
 */
export async function readText(request: Request, max = MAX_BODY_BYTES): Promise<string> {
  const declared = Number(request.headers.get('content-length') ?? '0');
  if (declared > max) throw new MalformedRequest(`The body is larger than ${max} bytes.`);
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > max) throw new MalformedRequest(`The body is larger than ${max} bytes.`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new MalformedRequest('The body is not valid UTF-8.');
  }
}

/** @throws MalformedRequest when the text is not JSON, or nested too deep. An empty body is `undefined`. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request);
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new MalformedRequest(`The body is not valid JSON: ${(error as Error).message}`);
  }
  if (isDeeperThan(value, MAX_JSON_DEPTH)) {
    throw new MalformedRequest(`The body is nested deeper than ${MAX_JSON_DEPTH} levels.`);
  }
  return value;
}

/** Level by level, so that the depth it looks for cannot overflow the stack. */
function isDeeperThan(value: unknown, max: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= max; depth += 1) {
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null
        ? Object.values(item).filter((child) => typeof child === 'object' && child !== null)
        : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}
