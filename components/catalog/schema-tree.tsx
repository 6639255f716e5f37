'use client';

import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/cn';
import { CodeBlock } from '@/components/ui/code-block';
import type { JsonObject } from '@/lib/core/shared/json';
import { describeNode, type SchemaNode } from './schema-nodes';

const STEP = 60;
const SHOWN_VALUES = 12;

type SchemaTreeProps = {
  schema: JsonObject | null;
  title?: string;
  /** Levels open at first. */
  depth?: number;
};

/**
 * A JSON Schema as people read it: names, types, required marks, descriptions. Opens lazily, follows
 * local references, stops at cycles; the raw text is one click away.
 */
export function SchemaTree({ schema, title = 'Schema', depth = 1 }: SchemaTreeProps) {
  const [raw, setRaw] = useState(false);
  if (!schema) {
    return (
      <Card title={title}>
        <p className="text-muted text-table">None declared.</p>
      </Card>
    );
  }
  const root = describeNode(schema, { name: title, path: '', schema, required: false, trail: [] });
  return (
    <div className="min-w-0 rounded-lg border bg-raised">
      <div className="flex h-10 items-center justify-between gap-2 border-b pr-2 pl-4">
        <p title={title} className="min-w-0 truncate font-medium text-table">
          {title}
          <span className="ml-2 font-mono font-normal text-muted text-xs">{root.type}</span>
        </p>
        <Button size="sm" variant="ghost" aria-pressed={raw} onClick={() => setRaw(!raw)}>
          {raw ? 'Tree' : 'Raw'}
        </Button>
      </div>
      {raw ? (
        <CodeBlock code={JSON.stringify(schema, null, 2)} className="rounded-none border-0" />
      ) : (
        <div className="py-1">
          {root.problem && <p className="px-4 py-2 text-muted text-table">{root.problem}</p>}
          {root.children.length === 0 && !root.problem && (
            <p className="px-4 py-2 text-muted text-table">
              {root.description ?? 'Takes nothing: no properties are declared.'}
            </p>
          )}
          <Children root={schema} node={root} open={depth} />
        </div>
      )}
    </div>
  );
}

function Children(props: { root: JsonObject; node: SchemaNode; open: number }) {
  const { root, node, open } = props;
  const [limit, setLimit] = useState(STEP);
  return (
    <ul>
      {node.children.slice(0, limit).map((child) => (
        <Row
          key={child.name}
          root={root}
          node={describeNode(root, { ...child, path: `${node.path}/${child.name}` })}
          open={open - 1}
        />
      ))}
      {node.children.length > limit && (
        <li className="px-3 py-1">
          <Button size="sm" variant="ghost" onClick={() => setLimit(limit + STEP)}>
            Show {Math.min(STEP, node.children.length - limit)} more of {node.children.length}
          </Button>
        </li>
      )}
    </ul>
  );
}

function Row({ root, node, open }: { root: JsonObject; node: SchemaNode; open: number }) {
  const [shown, setShown] = useState(open > 0);
  const folds = node.children.length > 0;
  return (
    <li>
      <div className="flex gap-1 px-2.5 py-1.5 hover:bg-hover">
        {folds ? (
          <button
            type="button"
            aria-expanded={shown}
            aria-label={`${shown ? 'Fold' : 'Unfold'} ${node.name}`}
            onClick={() => setShown(!shown)}
            className="grid size-5 shrink-0 place-items-center rounded-sm text-muted hover:text-foreground"
          >
            <ChevronRight
              aria-hidden
              className={cn('size-4 transition-transform', shown && 'rotate-90')}
            />
          </button>
        ) : (
          <span className="w-5 shrink-0" />
        )}
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline gap-x-2 text-table">
            <span
              className={cn(
                'break-all font-medium font-mono text-xs',
                node.deprecated && 'line-through',
              )}
            >
              {node.name}
            </span>
            <span className="font-mono text-muted text-xs">{node.type}</span>
            {node.required && (
              <span className="font-medium text-danger-text text-xs">required</span>
            )}
            {node.deprecated && <Badge tone="warning">deprecated</Badge>}
            {node.problem && <Badge tone="outline">{node.problem}</Badge>}
            {node.notes.map((note) => (
              <span key={note} title={note} className="max-w-64 truncate text-muted text-xs">
                {note}
              </span>
            ))}
          </p>
          {node.description && (
            <p className="mt-0.5 max-w-3xl whitespace-pre-line break-words text-muted text-table">
              {node.description}
            </p>
          )}
          <Values node={node} />
        </div>
      </div>
      {folds && shown && (
        <div className="ml-5 border-l">
          <Children root={root} node={node} open={open} />
        </div>
      )}
    </li>
  );
}

function Values({ node }: { node: SchemaNode }) {
  if (!node.enumValues && node.default === undefined) return null;
  const values = node.enumValues ?? [];
  return (
    <p className="mt-1 flex flex-wrap items-center gap-1 text-muted text-xs">
      {values.slice(0, SHOWN_VALUES).map((value) => (
        <code
          key={JSON.stringify(value)}
          className="break-all rounded-sm bg-neutral-soft px-1 text-neutral-text"
        >
          {JSON.stringify(value)}
        </code>
      ))}
      {values.length > SHOWN_VALUES && <span>and {values.length - SHOWN_VALUES} more</span>}
      {node.default !== undefined && (
        <span>
          default{' '}
          <code className="break-all rounded-sm bg-neutral-soft px-1 text-neutral-text">
            {JSON.stringify(node.default)}
          </code>
        </span>
      )}
    </p>
  );
}
