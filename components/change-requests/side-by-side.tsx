import { SchemaDiff } from '@/components/catalog/schema-diff';
import { WordsDiff } from '@/components/catalog/words-diff';
import { cn } from '@/components/ui/cn';
import type { FieldDiff } from '@/lib/core/diff/fields';
import { type DiffRow, diffRows, linesOf } from './line-diff';

const boxStyles = 'min-w-0 overflow-hidden rounded-lg border bg-raised';
const lineStyles =
  'min-w-0 whitespace-pre-wrap break-words py-px pr-4 pl-9 -indent-5 before:inline-block before:w-5 before:indent-0 before:text-muted';

function FieldTitle({ label }: { label: string }) {
  return <h2 className="border-b bg-subtle px-4 py-1.5 font-medium text-table">{label}</h2>;
}

/** One field as it reads best: a text by words, a schema as a tree, anything else side by side. */
export function FieldChange({ label, diff }: { label: string; diff: FieldDiff }) {
  if (!diff.tree && !diff.words) {
    return <SideBySide label={label} before={diff.before} after={diff.after} />;
  }
  return (
    <section className={boxStyles}>
      <FieldTitle label={label} />
      {diff.tree && <SchemaDiff root={diff.tree} />}
      {diff.words && (
        <div className="px-4 py-2.5">
          <WordsDiff parts={diff.words} />
        </div>
      )}
    </section>
  );
}

/** One field, now at the left, proposed at the right; line by line below each other on a phone. */
export function SideBySide(props: {
  label: string;
  before: unknown;
  after: unknown;
  /** What the sides are called; `Before` and `Proposed` unless told. */
  sides?: readonly [string, string];
}) {
  const [left, right] = props.sides ?? ['Before', 'Proposed'];
  const rows = diffRows(linesOf(props.before), linesOf(props.after));
  return (
    <section className={boxStyles}>
      <FieldTitle label={props.label} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="max-h-128 overflow-auto focus-visible:outline-offset-[-2px]">
        <div className="grid min-w-0 font-mono text-xs leading-5 md:grid-cols-2">
          <SideTitle>{left}</SideTitle>
          <SideTitle>{right}</SideTitle>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity and never move
            <Row key={index} row={row} />
          ))}
        </div>
      </div>
    </section>
  );
}

function SideTitle({ children }: { children: string }) {
  return (
    <p className="sticky top-0 bg-raised px-4 py-1.5 font-sans text-muted max-md:hidden md:nth-2:border-l">
      {children}
    </p>
  );
}

function Row({ row: { left, right, changed } }: { row: DiffRow }) {
  return (
    <>
      <div
        className={cn(
          lineStyles,
          left === null && 'max-md:hidden',
          changed && left !== null && "bg-danger-soft before:content-['−']",
        )}
      >
        {changed && left !== null && <span className="sr-only">Removed: </span>}
        {left}
      </div>
      <div
        className={cn(
          lineStyles,
          'md:border-l',
          (right === null || !changed) && 'max-md:hidden',
          changed && right !== null && "bg-success-soft before:content-['+']",
        )}
      >
        {changed && right !== null && <span className="sr-only">Added: </span>}
        {right}
      </div>
    </>
  );
}

/** One field of something that was not there before. */
export function Whole({ label, value }: { label: string; value: unknown }) {
  const isText = typeof value === 'string';
  return (
    <section className={boxStyles}>
      <FieldTitle label={label} />
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className={cn(
          'max-h-128 overflow-auto whitespace-pre-wrap break-words px-4 py-2.5 focus-visible:outline-offset-[-2px]',
          isText ? 'font-sans text-sm' : 'font-mono text-xs leading-5',
        )}
      >
        {linesOf(value).join('\n')}
      </pre>
    </section>
  );
}
