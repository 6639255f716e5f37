import { CircleMinus, CircleSlash, Equal, type LucideIcon, Pencil, Plus } from 'lucide-react';
import { Badge, type Tone } from '@/components/ui/badge';
import { TextLink } from '@/components/ui/text-link';
import type { ContractResult } from '@/lib/schemas/contract';

const LOOK: Record<ContractResult['action'], { tone: Tone; label: string; icon: LucideIcon }> = {
  create: { tone: 'success', label: 'Create', icon: Plus },
  update: { tone: 'info', label: 'Change', icon: Pencil },
  unchanged: { tone: 'neutral', label: 'Unchanged', icon: Equal },
  refused: { tone: 'danger', label: 'Refused', icon: CircleSlash },
  prune: { tone: 'warning', label: 'Dismiss', icon: CircleMinus },
};

/** Each document with what becomes of it; what changes can be unfolded. */
export function PlanTable({ documents }: { documents: readonly ContractResult[] }) {
  return (
    <ul className="divide-y border-t">
      {documents.map((one) => (
        <PlanRow key={`${one.kind} ${one.id}`} one={one} />
      ))}
    </ul>
  );
}

function PlanRow({ one }: { one: ContractResult }) {
  const { tone, label, icon: Icon } = LOOK[one.action];
  return (
    <li className="grid gap-1.5 px-4 py-2.5 text-table">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge tone={tone} className="w-24">
          <Icon aria-hidden />
          {label}
        </Badge>
        <span className="text-muted">{one.kind}</span>
        <code className="min-w-0 break-all font-mono text-xs">{one.id}</code>
        {one.review && <Badge tone="outline">Second person decides</Badge>}
        {one.change_requests.map((id) => (
          <TextLink key={id} href={`/change-requests/${id}`}>
            See the request
          </TextLink>
        ))}
      </div>
      {[...one.reasons, ...one.notes].map((text) => (
        <p key={text} className={one.reasons.includes(text) ? 'text-danger-text' : 'text-muted'}>
          {text}
        </p>
      ))}
      {one.changes.length > 0 && (
        <details className="min-w-0">
          <summary className="w-fit cursor-pointer text-muted hover:text-foreground">
            {one.changes.length === 1 ? '1 field' : `${one.changes.length} fields`}:{' '}
            {one.changes
              .slice(0, 4)
              .map(({ path }) => path)
              .join(', ')}
            {one.changes.length > 4 && ' …'}
          </summary>
          <dl className="mt-2 grid gap-2">
            {one.changes.map(({ path, before, after }) => (
              <div
                key={path}
                className="grid gap-1 sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-3 [&:has(dd+dd)]:sm:grid-cols-[10rem_minmax(0,1fr)_minmax(0,1fr)]"
              >
                <dt className="break-words font-mono text-muted text-xs">{path}</dt>
                {one.action !== 'create' && <Side label="Before" value={before} />}
                <Side label="After" value={after} />
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  );
}

function Side({ label, value }: { label: string; value: unknown }) {
  return (
    <dd className="min-w-0">
      <span className="sr-only">{label}: </span>
      <pre className="max-h-48 overflow-auto whitespace-pre-wrap break-words rounded-md bg-subtle px-2 py-1 font-mono text-xs">
        {textOf(value)}
      </pre>
    </dd>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '—';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}
