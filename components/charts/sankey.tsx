'use client';

import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { cn } from '@/components/ui/cn';
import {
  connectedTo,
  type FlowLayout,
  type FlowLink,
  type FlowNode,
  layoutFlow,
  neighbour,
  type PlacedLink,
  type PlacedNode,
} from './sankey-layout';

type SankeyProps = {
  label: string;
  /** Headings over the columns, left to right. */
  columns: readonly string[];
  nodes: readonly FlowNode[];
  links: readonly FlowLink[];
  /** "calls": the unit of the widths. */
  unit: string;
  /** Click or Enter: walk there. */
  onSelect?: (node: FlowNode) => void;
  /** Esc with nothing isolated: go back. */
  onReturn?: () => void;
  /** Keeps one node isolated, e.g. the one the address names. */
  selectedId?: string | null;
  minHeight?: number;
  className?: string;
};

const FILLS = ['fill-chart-1', 'fill-chart-2', 'fill-chart-3', 'fill-chart-4'];
const STROKES = ['stroke-chart-1', 'stroke-chart-2', 'stroke-chart-3', 'stroke-chart-4'];
const MIN_WIDTH = 720;

/**
 * Columns of things joined by ribbons as wide as what flows. Hover or focus isolates a node with
 * all that leads to and from it; arrows walk, Enter selects, Esc returns. Scrolls sideways when narrow.
 */
export function Sankey(props: SankeyProps) {
  const { nodes, links, selectedId, minHeight = 320 } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [hovered, setHovered] = useState<string | null>(null);
  const layout = useMemo(
    () => layoutFlow(nodes, links, { width, minHeight }),
    [nodes, links, width, minHeight],
  );
  const focus = hovered ?? selectedId ?? null;
  const lit = useMemo(() => (focus ? connectedTo(focus, links) : null), [focus, links]);

  function onKeyDown(event: React.KeyboardEvent, node: PlacedNode) {
    if (event.key === 'Enter' || event.key === ' ') props.onSelect?.(node);
    else if (event.key === 'Escape') {
      if (hovered && hovered !== selectedId) setHovered(null);
      else props.onReturn?.();
    } else if (event.key.startsWith('Arrow')) {
      const next = neighbour(layout, node.id, event.key);
      if (next) focusNode(box.current, next);
    } else return;
    event.preventDefault();
  }

  return (
    <div ref={box} className={cn('min-w-0 overflow-x-auto', props.className)}>
      <div style={{ width }}>
        <div aria-hidden className="relative h-6 font-medium text-muted text-xs">
          {props.columns.map((column, index) => {
            const last = index === props.columns.length - 1;
            const left = (index / Math.max(1, props.columns.length - 1)) * 100;
            return (
              <span
                key={column}
                className={cn('absolute', last && 'right-0')}
                style={last ? {} : { left: `${left}%` }}
              >
                {column}
              </span>
            );
          })}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot draw */}
        <svg
          role="group"
          aria-label={props.label}
          width={width}
          height={layout.height}
          className="block"
          onMouseLeave={() => setHovered(null)}
        >
          <Ribbons layout={layout} lit={lit} unit={props.unit} />
          {layout.nodes.map((node, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a button cannot stand inside an SVG
            <g
              key={node.id}
              data-node={node.id}
              role="button"
              tabIndex={(selectedId ? node.id === selectedId : index === 0) ? 0 : -1}
              aria-label={`${props.columns[node.column] ?? ''} ${node.label}, ${node.value.toLocaleString('en')} ${props.unit}`}
              aria-pressed={node.id === selectedId}
              className={cn(
                'cursor-pointer outline-none transition-opacity [&:focus-visible>rect]:stroke-2 [&:focus-visible>rect]:stroke-foreground',
                lit && !lit.has(node.id) && 'opacity-20',
              )}
              onMouseEnter={() => setHovered(node.id)}
              onFocus={() => setHovered(node.id)}
              onBlur={() => setHovered(null)}
              onClick={() => props.onSelect?.(node)}
              onKeyDown={(event) => onKeyDown(event, node)}
            >
              <NodeMark
                node={node}
                last={node.column === props.columns.length - 1}
                unit={props.unit}
              />
            </g>
          ))}
        </svg>
      </div>
    </div>
  );
}

function NodeMark({ node, last, unit }: { node: PlacedNode; last: boolean; unit: string }) {
  const middle = node.y + node.height / 2;
  const text = node.label.length > 26 ? `${node.label.slice(0, 25)}…` : node.label;
  return (
    <>
      <title>{`${node.label}: ${node.value.toLocaleString('en')} ${unit}`}</title>
      <rect
        x={node.x}
        y={node.y}
        width={node.width}
        height={node.height}
        rx="2"
        className={FILLS[node.column % FILLS.length]}
      />
      <text
        x={last ? node.x - 6 : node.x + node.width + 6}
        y={middle}
        dy="0.35em"
        textAnchor={last ? 'end' : 'start'}
        className="fill-foreground text-xs [paint-order:stroke] [stroke-width:3px] [stroke:var(--raised)]"
      >
        {text}
        <tspan className="fill-muted" dx="5">
          {node.value.toLocaleString('en')}
        </tspan>
      </text>
    </>
  );
}

function Ribbons(props: { layout: FlowLayout; lit: ReadonlySet<string> | null; unit: string }) {
  const { layout, lit, unit } = props;
  const columnOf = new Map(layout.nodes.map((node) => [node.id, node.column]));
  const base = useId();
  const on = (link: PlacedLink) => lit?.has(link.source) && lit.has(link.target);
  return (
    <g fill="none" aria-hidden>
      {layout.links.map((link) => (
        <path
          key={`${base}${link.key}`}
          d={link.path}
          strokeWidth={link.width}
          className={cn(
            'transition-opacity',
            STROKES[(columnOf.get(link.source) ?? 0) % STROKES.length],
            !lit && 'opacity-25',
            lit && (on(link) ? 'opacity-50' : 'opacity-5'),
          )}
        >
          <title>{`${link.source} → ${link.target}: ${link.value.toLocaleString('en')} ${unit}`}</title>
        </path>
      ))}
    </g>
  );
}

function focusNode(root: HTMLElement | null, id: string) {
  root?.querySelector<SVGGElement>(`[data-node="${CSS.escape(id)}"]`)?.focus();
}

function useWidth(box: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(MIN_WIDTH);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(MIN_WIDTH, Math.floor(entry.contentRect.width)));
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
