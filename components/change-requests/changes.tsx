import { RiskBadge } from '@/components/catalog/risk-badge';
import { Card, PropertyList } from '@/components/ui/card';
import { RISKS } from '@/lib/core/shared/domain';
import type { ChangeRequestView } from '@/lib/schemas/catalog-views';
import { FieldChange, Whole } from './side-by-side';

type Change = ChangeRequestView['diff'][number];

/** What a reviewer reads first comes first; what is not named here follows. */
const ORDER = [
  'name',
  'title',
  'description',
  'risk',
  'approval_required',
  'approval_waiver',
  'required_roles',
  'scopes',
  'limits',
  'input_schema',
  'output_schema',
  'annotations',
  'safe_example',
];
/** Small objects that read well as a list of words. */
const READ_OUT = new Set(['scopes', 'limits', 'observability']);
/** A text of so many characters still reads well on a line with its label. */
const SHORT = 80;

/** Every field a change touches: side by side, or whole where nothing was before. */
export function Changes({ diff }: { diff: readonly Change[] }) {
  const changes = diff
    .filter(({ before, after }) => !isNothing(before) || !isNothing(after))
    .toSorted((a, b) => rank(a) - rank(b));
  if (changes.length === 0) {
    return (
      <p className="text-muted text-table">Only the current version changes, nothing in it.</p>
    );
  }
  if (!changes.every(({ before }) => isNothing(before))) {
    return changes.map((change) => (
      <FieldChange key={change.field} label={labelOf(change.field)} diff={change} />
    ));
  }
  const items = changes.flatMap(({ field, after }) => {
    const value = shortText(field, after);
    if (value === null) return [];
    const risk = RISKS.find((one) => field === 'risk' && one === after);
    return { label: labelOf(field), value: risk ? <RiskBadge risk={risk} /> : value };
  });
  return (
    <>
      {items.length > 0 && (
        <Card title="What it starts with">
          <PropertyList items={items} />
        </Card>
      )}
      {changes
        .filter(({ field, after }) => shortText(field, after) === null)
        .map(({ field, after }) => (
          <Whole key={field} label={labelOf(field)} value={after} />
        ))}
    </>
  );
}

/** "timeout PT10S, calls per run 5"; what is no or empty is left out. */
function readOut(value: object): string {
  const parts = Object.entries(value).flatMap(([key, one]: [string, unknown]) => {
    if (one === false || isNothing(one)) return [];
    const words = key.replaceAll('_', ' ');
    if (one === true) return words;
    const text = Array.isArray(one)
      ? one.join(' ')
      : typeof one === 'number'
        ? one.toLocaleString('en')
        : String(one);
    return `${words} ${text}`;
  });
  return parts.join(', ') || 'Not said';
}

function rank({ field }: Change): number {
  const at = ORDER.indexOf(field);
  return at < 0 ? ORDER.length : at;
}

function labelOf(field: string): string {
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** A value that fits on a line, or null. */
function shortText(field: string, value: unknown): string | null {
  if (READ_OUT.has(field) && typeof value === 'object' && value !== null) return readOut(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return value.toLocaleString('en');
  if (typeof value === 'string')
    return value.length <= SHORT && !value.includes('\n') ? value : null;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.join(', ');
  return null;
}
