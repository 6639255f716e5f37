import { MalformedRequest } from './problem';

/** Largest JSON body read; a schema may be tens of kilobytes, a contract file a few hundred. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;

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

/** @throws MalformedRequest when the text is not JSON. An empty body is `undefined`. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request);
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MalformedRequest(`The body is not valid JSON: ${(error as Error).message}`);
  }
}
