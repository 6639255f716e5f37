import { sankey, sankeyLinkHorizontal } from 'd3-sankey';

export type FlowNode = {
  id: string;
  label: string;
  /** Which column, from 0. */
  column: number;
  /** Declared (a grant, a pin) but without a call in the window. */
  idle?: boolean;
  href?: string;
};
export type FlowLink = { source: string; target: string; value: number };

export type PlacedNode = FlowNode & {
  x: number;
  y: number;
  width: number;
  height: number;
  value: number;
};
export type PlacedLink = FlowLink & { key: string; path: string; width: number };
export type FlowLayout = { nodes: PlacedNode[]; links: PlacedLink[]; height: number };

const NODE_WIDTH = 10;
const PADDING = 14;
const MIN_ROW = 26;

/**
 * Places nodes in their columns and ribbons between them. Links to unknown nodes, backwards, or
 * without calls are left out; the height grows with the fullest column.
 *
 * @param size width in pixels; `minHeight` is the least height
 */
export function layoutFlow(
  nodes: readonly FlowNode[],
  links: readonly FlowLink[],
  size: { width: number; minHeight: number },
): FlowLayout {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const usable = links.filter((link) => {
    const from = byId.get(link.source);
    const to = byId.get(link.target);
    return from && to && from.column < to.column && link.value > 0;
  });
  const linked = new Set(usable.flatMap((link) => [link.source, link.target]));
  const placed = nodes.filter((node) => linked.has(node.id));
  if (placed.length === 0) return { nodes: [], links: [], height: size.minHeight };

  const fullest = Math.max(...columnSizes(placed));
  const height = Math.max(size.minHeight, fullest * MIN_ROW + PADDING);
  const lastColumn = Math.max(...placed.map((node) => node.column));
  const build = sankey<FlowNode, { value: number }>()
    .nodeId((node) => node.id)
    .nodeAlign((node) => node.column)
    .nodeWidth(NODE_WIDTH)
    .nodePadding(PADDING)
    .extent([
      [1, 4],
      [size.width - 1, height - 4],
    ]);
  const graph = build({
    nodes: placed.map((node) => ({ ...node })),
    links: usable.map((link) => ({ ...link })),
  });
  const draw = sankeyLinkHorizontal<FlowNode, { value: number }>();
  const step = lastColumn === 0 ? 0 : (size.width - 2 - NODE_WIDTH) / lastColumn;
  for (const node of graph.nodes) {
    node.x0 = 1 + node.column * step;
    node.x1 = node.x0 + NODE_WIDTH;
  }
  return {
    height,
    nodes: graph.nodes.map((node) => ({
      ...pick(node),
      x: node.x0 ?? 0,
      y: node.y0 ?? 0,
      width: NODE_WIDTH,
      height: Math.max(2, (node.y1 ?? 0) - (node.y0 ?? 0)),
      value: node.value ?? 0,
    })),
    links: graph.links.map((link) => {
      const source = endId(link.source);
      const target = endId(link.target);
      return {
        key: `${source}→${target}`,
        source,
        target,
        value: link.value,
        path: draw(link) ?? '',
        width: Math.max(1, link.width ?? 1),
      };
    }),
  };
}

function pick({ id, label, column, idle, href }: FlowNode): FlowNode {
  return { id, label, column, ...(idle ? { idle } : {}), ...(href ? { href } : {}) };
}

function endId(end: string | number | FlowNode): string {
  return typeof end === 'object' ? end.id : String(end);
}

function columnSizes(nodes: readonly FlowNode[]): number[] {
  const sizes = new Map<number, number>();
  for (const node of nodes) sizes.set(node.column, (sizes.get(node.column) ?? 0) + 1);
  return [...sizes.values()];
}

/** Everything up and down stream of one node, itself included. */
export function connectedTo(id: string, links: readonly FlowLink[]): Set<string> {
  const found = new Set([id]);
  const walk = (from: 'source' | 'target', to: 'source' | 'target') => {
    const queue = [id];
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      for (const link of links) {
        if (link[from] !== at || found.has(link[to])) continue;
        found.add(link[to]);
        queue.push(link[to]);
      }
    }
  };
  walk('source', 'target');
  walk('target', 'source');
  return found;
}

/** The node an arrow key leads to: up and down in the column, left and right to the widest ribbon's end. */
export function neighbour(layout: FlowLayout, id: string, key: string): string | undefined {
  const node = layout.nodes.find((candidate) => candidate.id === id);
  if (!node) return undefined;
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const column = layout.nodes
      .filter((other) => other.column === node.column)
      .sort((a, b) => a.y - b.y);
    const at = column.findIndex((other) => other.id === id);
    return column[at + (key === 'ArrowDown' ? 1 : -1)]?.id;
  }
  const forward = key === 'ArrowRight';
  const ribbons = layout.links
    .filter((link) => (forward ? link.source : link.target) === id)
    .sort((a, b) => b.value - a.value);
  const widest = ribbons[0];
  return widest && (forward ? widest.target : widest.source);
}
