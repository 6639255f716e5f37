import { SideBySide } from '@/components/change-requests/side-by-side';
import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/cn';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table';
import { canonicalJson, isJsonObject, type Json } from '@/lib/core/shared/json';

type Field = { name: string; before: Json | undefined; after: Json | undefined; changed: boolean };

/** The fields of both sides; what did not change comes last. */
function fieldsOf(before: Json, after: Json): Field[] {
  const left = isJsonObject(before) ? before : before === null ? {} : { value: before };
  const right = isJsonObject(after) ? after : after === null ? {} : { value: after };
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])].sort();
  return names
    .map((name): Field => {
      const [a, b] = [left[name], right[name]];
      return { name, before: a, after: b, changed: canonicalJson(a) !== canonicalJson(b) };
    })
    .sort((a, b) => Number(b.changed) - Number(a.changed));
}

/** A value of more than this reads better line by line than in a cell. */
const SHORT = 160;

function isLong({ before, after, changed }: Field): boolean {
  const lengths = [before, after].map((value) => (JSON.stringify(value) ?? '').length);
  return changed && before !== undefined && after !== undefined && Math.max(...lengths) > SHORT;
}

/** Before and after, field by field; long ones line by line. Never by colour alone. */
export function BeforeAfter({ before, after }: { before: Json; after: Json }) {
  const fields = fieldsOf(before, after);
  const short = fields.filter((field) => !isLong(field));
  return (
    <>
      <Card title="Before and after" flush>
        {fields.length === 0 ? (
          <p className="p-4 text-muted text-table">This action changed no recorded field.</p>
        ) : (
          short.length > 0 && <ShortFields fields={short} />
        )}
        {fields.length > 0 && short.length === 0 && (
          <p className="p-4 text-muted text-table">What changed is shown line by line below.</p>
        )}
      </Card>
      {fields.filter(isLong).map((field) => (
        <SideBySide
          key={field.name}
          label={field.name}
          before={field.before}
          after={field.after}
          sides={SIDES}
        />
      ))}
    </>
  );
}

const SIDES = ['Before', 'After'] as const;

function ShortFields({ fields }: { fields: readonly Field[] }) {
  return (
    <Table label="Before and after">
      <TableHead>
        <TableRow>
          <TableHeader>Field</TableHeader>
          <TableHeader>Before</TableHeader>
          <TableHeader>After</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {fields.map((field) => (
          <TableRow key={field.name} className="align-top">
            <TableCell className={cn(!field.changed && 'text-muted')}>
              <code className="font-mono text-xs">{field.name}</code>
              {field.changed && <span className="sr-only"> (changed)</span>}
            </TableCell>
            <Value value={field.before} mark={field.changed ? 'removed' : null} />
            <Value value={field.after} mark={field.changed ? 'added' : null} />
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

const MARKS = {
  removed: { sign: '−', box: 'bg-danger-soft text-danger-text' },
  added: { sign: '+', box: 'bg-success-soft text-success-text' },
};

function Value({ value, mark }: { value: Json | undefined; mark: keyof typeof MARKS | null }) {
  if (value === undefined) return <TableCell className="text-muted">None</TableCell>;
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <TableCell>
      <pre
        className={cn(
          'max-h-72 max-w-xl overflow-auto whitespace-pre-wrap break-words rounded-sm px-1.5 py-0.5 font-mono text-xs',
          mark ? MARKS[mark].box : 'text-muted',
        )}
      >
        {mark && <span aria-hidden>{MARKS[mark].sign} </span>}
        {text}
      </pre>
    </TableCell>
  );
}
