'use client';

import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import type { SchemaDiffNode } from '@/lib/core/diff/schema-tree';
import { KeywordChanges } from './schema-diff-keywords';

const SIGN = {
  same: { sign: '', said: null, row: '' },
  added: { sign: '+', said: 'Added', row: 'bg-success-soft' },
  removed: { sign: '−', said: 'Removed', row: 'bg-danger-soft' },
  changed: { sign: '~', said: 'Changed', row: 'bg-warning-soft' },
} as const;
const STEP = 60;

/** Two schemas as one tree: what came, went and changed, with types and required marks. */
export function SchemaDiff({ root }: { root: SchemaDiffNode }) {
  const [all, setAll] = useState(false);
  const hidden = countSame(root);
  if (!root.differs) {
    return <p className="px-4 py-2.5 text-muted text-table">The schema does not change.</p>;
  }
  return (
    <div className="py-1">
      {root.change !== 'same' && <Line node={{ ...root, name: 'The schema itself' }} />}
      <Children node={root} all={all} />
      {hidden > 0 && (
        <div className="px-2.5 pt-1">
          <Button size="sm" variant="ghost" aria-pressed={all} onClick={() => setAll(!all)}>
            {all ? 'Show only what differs' : `Show ${hidden} unchanged`}
          </Button>
        </div>
      )}
    </div>
  );
}

function countSame(node: SchemaDiffNode): number {
  return node.children.reduce((sum, child) => sum + (child.differs ? countSame(child) : 1), 0);
}

function Children({ node, all }: { node: SchemaDiffNode; all: boolean }) {
  const [limit, setLimit] = useState(STEP);
  const shown = node.children.filter((child) => all || child.differs);
  if (shown.length === 0) return null;
  return (
    <ul>
      {shown.slice(0, limit).map((child) => (
        <Row key={child.path} node={child} all={all} />
      ))}
      {shown.length > limit && (
        <li className="px-3 py-1">
          <Button size="sm" variant="ghost" onClick={() => setLimit(limit + STEP)}>
            Show {Math.min(STEP, shown.length - limit)} more of {shown.length}
          </Button>
        </li>
      )}
    </ul>
  );
}

function Row({ node, all }: { node: SchemaDiffNode; all: boolean }) {
  const [open, setOpen] = useState(true);
  const folds = node.children.some((child) => all || child.differs);
  return (
    <li>
      <Line node={node} fold={folds ? { open, toggle: () => setOpen(!open) } : null} />
      {folds && open && (
        <div className="ml-5 border-l">
          <Children node={node} all={all} />
        </div>
      )}
    </li>
  );
}

type LineProps = { node: SchemaDiffNode; fold?: { open: boolean; toggle: () => void } | null };

function Line({ node, fold = null }: LineProps) {
  const look = SIGN[node.change];
  return (
    <div className={cn('flex gap-1 px-2.5 py-1.5', look.row)}>
      {fold ? (
        <button
          type="button"
          aria-expanded={fold.open}
          aria-label={`${fold.open ? 'Fold' : 'Unfold'} ${node.name}`}
          onClick={fold.toggle}
          className="grid size-5 shrink-0 place-items-center rounded-sm text-muted hover:text-foreground"
        >
          <ChevronRight
            aria-hidden
            className={cn('size-4 transition-transform', fold.open && 'rotate-90')}
          />
        </button>
      ) : (
        <span className="w-5 shrink-0" />
      )}
      <span aria-hidden className="w-3 shrink-0 font-mono text-xs leading-5">
        {look.sign}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-table">
          {look.said && <span className="sr-only">{look.said}: </span>}
          <span
            className={cn(
              'break-all font-medium font-mono text-xs',
              node.change === 'removed' && 'line-through',
            )}
          >
            {node.name}
          </span>
          <span className="font-mono text-muted text-xs">{typeText(node)}</span>
          <RequiredMark node={node} />
          {node.cut && <Badge tone="outline">{CUT[node.cut]}</Badge>}
        </p>
        <KeywordChanges changes={node.changes} />
      </div>
    </div>
  );
}

const CUT = {
  repeats: 'repeats from above',
  'too-large': 'goes on; read the raw schemas',
} as const;

function typeText({ type: { before, after } }: SchemaDiffNode): string {
  if (before === null || after === null || before === after) return after ?? before ?? '';
  return `${before} → ${after}`;
}

function RequiredMark({ node: { change, required } }: { node: SchemaDiffNode }) {
  const { before, after } = required;
  if (change === 'changed' && before !== after) {
    return (
      <span className="font-medium text-xs">{after ? 'now required' : 'no longer required'}</span>
    );
  }
  if (!before && !after) return null;
  return <span className="font-medium text-danger-text text-xs">required</span>;
}
