import { Fragment } from 'react';

type Span = { start: number; end: number };

const SHOWN_AROUND = 90;

/** A text with the places of a finding marked; hidden characters are shown as a dot. */
export function MarkedText({ text, spans }: { text: string; spans: readonly Span[] }) {
  return (
    <p className="whitespace-pre-wrap break-words text-xs leading-5">
      {partsOf(text, spans).map((part) => (
        <Fragment key={part.start}>
          {part.marked ? (
            <mark className="rounded-xs bg-warning-soft px-0.5 text-warning-text underline decoration-wavy underline-offset-3">
              {visible(part.text)}
            </mark>
          ) : (
            part.text
          )}
        </Fragment>
      ))}
    </p>
  );
}

type Part = { start: number; text: string; marked: boolean };

/** Marked and plain parts in order; a long plain part is cut to what stands around a mark. */
function partsOf(text: string, spans: readonly Span[]): Part[] {
  const parts: Part[] = [];
  let at = 0;
  const sorted = [...spans]
    .sort((a, b) => a.start - b.start)
    .filter(({ end }) => end <= text.length);
  for (const { start, end } of sorted) {
    if (start < at) continue;
    parts.push({ start: at, text: shorten(text.slice(at, start), at === 0), marked: false });
    parts.push({ start, text: text.slice(start, end).slice(0, 300), marked: true });
    at = end;
  }
  const rest = text.slice(at);
  const tail = rest.length > SHOWN_AROUND * 2 ? `${rest.slice(0, SHOWN_AROUND * 2)}…` : rest;
  return [...parts, { start: at, text: tail, marked: false }].filter((part) => part.text !== '');
}

function shorten(text: string, isFirst: boolean): string {
  if (text.length <= SHOWN_AROUND * 2) return text;
  const end = text.slice(-SHOWN_AROUND);
  return isFirst ? `…${end}` : `${text.slice(0, SHOWN_AROUND)} … ${end}`;
}

const visible = (text: string) => (/^[\p{Cf}\p{Cc}\p{Mn}\p{Zs}]*$/u.test(text) ? '•' : text);
