import type { Readable } from 'node:stream';

const TAIL_BYTES = 4_096;
const LINE_LENGTH = 500;
const LINES_PER_WINDOW = 100;
const WINDOW_MS = 60_000;

export type StderrLog = {
  /** The last words, for the message of a connection that failed. */
  tail(): string;
};

/**
 * Reads a child's stderr into the log: cut lines, at most a hundred a minute, secrets the child
 * was given replaced. Reading on past the bound keeps the child from blocking on a full pipe.
 */
export function captureStderr(
  stream: Readable,
  secrets: readonly string[],
  write: (line: string) => void,
): StderrLog {
  const hidden = secrets.filter((secret) => secret.length >= 4);
  const redact = (text: string) =>
    hidden.reduce((clean, secret) => clean.replaceAll(secret, '[secret]'), text);
  let tail = '';
  let partial = '';
  let windowStart = 0;
  let written = 0;
  const line = (text: string) => {
    const now = Date.now();
    if (now - windowStart > WINDOW_MS) {
      windowStart = now;
      written = 0;
    }
    written += 1;
    if (written <= LINES_PER_WINDOW) write(redact(text).slice(0, LINE_LENGTH));
    else if (written === LINES_PER_WINDOW + 1) write('(more lines in this minute are left out)');
  };
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    tail = (tail + chunk).slice(-TAIL_BYTES);
    const lines = (partial + chunk).split('\n');
    partial = (lines.pop() ?? '').slice(-TAIL_BYTES);
    for (const text of lines) if (text.trim()) line(text);
  });
  stream.on('end', () => {
    if (partial.trim()) line(partial);
  });
  stream.on('error', () => {});
  // Of a stack trace the first line says what happened; the rest would crowd it out.
  const spoken = () => tail.split('\n').filter((text) => !/^\s+at /.test(text));
  return { tail: () => redact(spoken().join('\n')).trim() };
}
