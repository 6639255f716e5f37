/** What a server action takes. */
const MAX_BYTES = 4_000_000;

type Read = { ok: true; text: string } | { ok: false; problem: string };

/** The chosen files as one stream of documents. */
export async function textOfFiles(files: readonly File[]): Promise<Read> {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > MAX_BYTES) {
    return { ok: false, problem: 'Together they are larger than 4 MB; use the capstan command.' };
  }
  const texts = await Promise.all(files.map((file) => file.text()));
  const whole = texts.map((text) => (text.startsWith('---') ? text : `---\n${text}`));
  return { ok: true, text: texts.length === 1 ? (texts[0] ?? '') : whole.join('\n') };
}
