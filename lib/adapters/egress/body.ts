import { EgressError } from './error';

const NEWLINE = 10;
const RETURN = 13;

/**
 * Passes bytes on until there are more than `limit`. For an event stream, which may live for
 * days, the limit is that of one event: the count starts again at every blank line.
 */
export function boundedBody(
  body: ReadableStream<Uint8Array>,
  limit: number,
  perEvent: boolean,
): ReadableStream<Uint8Array> {
  let size = 0;
  let lineIsEmpty = false;
  const count = (chunk: Uint8Array) => {
    if (!perEvent) {
      size += chunk.byteLength;
      return;
    }
    for (const byte of chunk) {
      size += 1;
      if (byte === NEWLINE) {
        if (lineIsEmpty) size = 0;
        lineIsEmpty = true;
      } else if (byte !== RETURN) lineIsEmpty = false;
      if (size > limit) return;
    }
  };
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        count(chunk);
        if (size > limit) {
          throw new EgressError(
            'RESPONSE_TOO_LARGE',
            `The answer is larger than the ${limit} bytes allowed.`,
          );
        }
        controller.enqueue(chunk);
      },
    }),
  );
}
