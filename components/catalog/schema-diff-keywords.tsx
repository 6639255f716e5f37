import type { KeywordChange } from '@/lib/core/diff/schema-tree';
import { canonicalJson } from '@/lib/core/shared/json';
import { WordsDiff } from './words-diff';

/** Said at the name already. */
const SAID_ABOVE = new Set(['type', 'required']);

/** What differs in one node, keyword by keyword; texts by words, lists of values by value. */
export function KeywordChanges({ changes }: { changes: readonly KeywordChange[] }) {
  const shown = changes.filter(({ keyword }) => !SAID_ABOVE.has(keyword));
  if (shown.length === 0) return null;
  return (
    <ul className="mt-1 grid gap-1">
      {shown.map((change) => (
        <li key={change.keyword} className="flex min-w-0 flex-wrap gap-x-2 text-table">
          <span className="text-muted text-xs leading-6">{change.keyword}</span>
          <div className="min-w-0 flex-1">
            <Values {...change} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Values({ before, after, words }: KeywordChange) {
  if (words) return <WordsDiff parts={words} />;
  if (Array.isArray(before) && Array.isArray(after)) {
    const [was, is] = [before.map(canonicalJson), after.map(canonicalJson)];
    const parts = [
      ...was.map((text) => ({ text, kind: is.includes(text) ? 'same' : 'removed' }) as const),
      ...is.filter((text) => !was.includes(text)).map((text) => ({ text, kind: 'added' }) as const),
    ];
    return (
      <p className="flex flex-wrap gap-1 py-0.5">
        {parts.map((part) => (
          <Value key={`${part.kind} ${part.text}`} {...part} />
        ))}
      </p>
    );
  }
  return (
    <p className="flex flex-wrap items-center gap-1 py-0.5">
      {before !== null && <Value kind="removed" text={canonicalJson(before)} />}
      {after !== null && <Value kind="added" text={canonicalJson(after)} />}
    </p>
  );
}

const LOOK = {
  same: { tag: 'span', className: 'bg-neutral-soft text-neutral-text' },
  removed: { tag: 'del', className: 'bg-danger-soft text-danger-text' },
  added: { tag: 'ins', className: 'bg-success-soft text-success-text' },
} as const;

function Value({ kind, text }: { kind: keyof typeof LOOK; text: string }) {
  const { tag: Tag, className } = LOOK[kind];
  return (
    <Tag className={`break-all rounded-sm px-1 font-mono text-xs leading-5 ${className}`}>
      {text}
    </Tag>
  );
}
