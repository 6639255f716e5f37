import { cn } from '@/components/ui/cn';
import { type DiffLine, diffLines, linesOf } from './line-diff';

type Props = { field: string; before: unknown; after: unknown };

const MARK = { same: ' ', removed: '−', added: '+' } as const;
const SAID = { same: '', removed: 'Removed: ', added: 'Added: ' } as const;

/** One field, now at the left, proposed at the right; below each other on a narrow screen. */
export function SideBySide({ field, before, after }: Props) {
  const lines = diffLines(linesOf(before), linesOf(after));
  const left = lines.filter((line) => line.kind !== 'added');
  const right = lines.filter((line) => line.kind !== 'removed');
  return (
    <section className="min-w-0 overflow-hidden rounded-lg border">
      <h2 className="border-b bg-subtle px-3 py-1.5 font-medium text-table">
        {field.replaceAll('_', ' ')}
      </h2>
      <div className="grid min-w-0 divide-y md:grid-cols-2 md:divide-x md:divide-y-0">
        <Side title="Now" lines={left} />
        <Side title="Proposed" lines={right} />
      </div>
    </section>
  );
}

function Side({ title, lines }: { title: string; lines: DiffLine[] }) {
  return (
    <div className="min-w-0 bg-raised">
      <p className="px-3 pt-2 text-muted text-xs">{title}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="max-h-96 overflow-auto px-3 py-2 font-mono text-xs leading-5">
        {lines.length === 0 && <span className="text-muted">Nothing</span>}
        {lines.map((line, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity and never move
            key={index}
            className={cn(
              'whitespace-pre-wrap break-words',
              line.kind === 'removed' && 'bg-danger-soft',
              line.kind === 'added' && 'bg-success-soft',
            )}
          >
            <span aria-hidden className="mr-2 select-none text-muted">
              {MARK[line.kind]}
            </span>
            <span className="sr-only">{SAID[line.kind]}</span>
            {line.text}
          </div>
        ))}
      </pre>
    </div>
  );
}
