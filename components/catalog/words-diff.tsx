import { Fragment } from 'react';
import { cn } from '@/components/ui/cn';
import type { TextPart } from '@/lib/core/diff/words';

const LOOK = {
  added: { tag: 'ins', said: 'added', className: 'bg-success-soft text-success-text' },
  removed: { tag: 'del', said: 'removed', className: 'bg-danger-soft text-danger-text' },
} as const;
/** What a reviewer would not see: controls, zero-width, direction marks, tags. */
const UNSEEN = /(?![\t\n\r])(\p{Cc}|\p{Cf}|[\u115F\u1160\u3164\uFFA0]|[\u{E0100}-\u{E01EF}])/u;

/** A text with what came and what went marked, word by word; hidden characters by their number. */
export function WordsDiff({ parts }: { parts: readonly TextPart[] }) {
  return (
    <p className="whitespace-pre-wrap break-words text-sm leading-6">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and never move
        <Part key={index} part={part} />
      ))}
    </p>
  );
}

function Part({ part: { kind, text } }: { part: TextPart }) {
  if (kind === 'same') return <Visible text={text} />;
  const { tag: Tag, said, className } = LOOK[kind];
  return (
    <Tag className={cn('rounded-sm box-decoration-clone px-0.5', className)}>
      <span className="sr-only"> [{said}: </span>
      <Visible text={text} />
      <span className="sr-only">] </span>
    </Tag>
  );
}

/** Line breaks and tabs are seen as such; anything else unseen is written out as `U+200B`. */
function Visible({ text }: { text: string }) {
  if (!UNSEEN.test(text)) return text;
  return text.split(UNSEEN).map((piece, index) => {
    const key = `${index} ${piece}`;
    if (!UNSEEN.test(piece)) return <Fragment key={key}>{piece}</Fragment>;
    const code = piece.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    return (
      <code key={key} className="rounded-sm bg-warning-soft px-0.5 text-warning-text text-xs">
        U+{code}
      </code>
    );
  });
}
