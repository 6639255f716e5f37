'use client';

import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { cn } from './cn';
import { CopyButton } from './copy-button';

/** Children shown before "show more": a huge value must not freeze the page. */
const STEP = 100;
const MAX_TEXT = 400;

type JsonViewProps = {
  value: unknown;
  /** Levels open at first. */
  depth?: number;
  className?: string;
};

/** Any JSON value as a tree that folds; opens lazily, so size does not matter. */
export function JsonView({ value, depth = 2, className }: JsonViewProps) {
  return (
    <div
      className={cn(
        'relative rounded-lg border bg-subtle p-3 font-mono text-xs leading-5',
        className,
      )}
    >
      <CopyButton
        value={JSON.stringify(value, null, 2) ?? 'null'}
        label="Copy JSON"
        className="absolute top-1.5 right-1.5"
      />
      <div className="overflow-x-auto pr-7">
        <Node name={null} value={value} open={depth} />
      </div>
    </div>
  );
}

function Node({ name, value, open }: { name: string | null; value: unknown; open: number }) {
  if (typeof value !== 'object' || value === null) {
    return (
      <div className="pl-4">
        <Name name={name} />
        <Scalar value={value} />
      </div>
    );
  }
  return <Branch name={name} value={value} open={open} />;
}

function Branch({ name, value, open }: { name: string | null; value: object; open: number }) {
  const [shown, setShown] = useState(open > 0);
  const [limit, setLimit] = useState(STEP);
  const list = Array.isArray(value);
  const entries = Object.entries(value);
  const count = entries.length;
  const [start, end] = list ? ['[', ']'] : ['{', '}'];
  if (count === 0) {
    return (
      <div className="pl-4">
        <Name name={name} />
        <span className="text-muted">{start + end}</span>
      </div>
    );
  }
  return (
    <div>
      <button
        type="button"
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
        className="flex items-center rounded-sm text-left hover:bg-hover"
      >
        <ChevronRight
          aria-hidden
          className={cn('size-4 shrink-0 text-muted transition-transform', shown && 'rotate-90')}
        />
        <Name name={name} />
        <span className="text-muted">
          {shown
            ? start
            : `${start} ${count} ${list ? 'items' : count === 1 ? 'key' : 'keys'} ${end}`}
        </span>
      </button>
      {shown && (
        <div className="ml-2 border-l pl-2">
          {entries.slice(0, limit).map(([key, child]) => (
            <Node key={key} name={list ? null : key} value={child} open={open - 1} />
          ))}
          {count > limit && (
            <button
              type="button"
              onClick={() => setLimit(limit + STEP)}
              className="ml-4 text-accent underline"
            >
              Show {Math.min(STEP, count - limit)} more of {count}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function Name({ name }: { name: string | null }) {
  if (name === null) return null;
  return (
    <span>
      <span className="text-accent">{name}</span>
      <span className="text-muted">:&nbsp;</span>
    </span>
  );
}

function Scalar({ value }: { value: unknown }) {
  const [whole, setWhole] = useState(false);
  if (typeof value !== 'string') {
    return <span className="text-info-text">{value === undefined ? 'null' : String(value)}</span>;
  }
  const cut = !whole && value.length > MAX_TEXT;
  return (
    <span className="whitespace-pre-wrap break-all">
      "{cut ? value.slice(0, MAX_TEXT) : value}"
      {cut && (
        <button type="button" onClick={() => setWhole(true)} className="ml-1 text-accent underline">
          … {value.length - MAX_TEXT} more characters
        </button>
      )}
    </span>
  );
}
