import type { FlowLink, FlowNode } from '@/components/charts/sankey-layout';
import type { UsageGraph } from '@/lib/schemas/usage';

type Node = UsageGraph['nodes'][number];
type Edge = UsageGraph['edges'][number];
export const COLUMNS = ['Agents', 'Capabilities', 'Providers', 'Backends'] as const;
const COLUMN_OF = {
  agent: 0,
  capability: 1,
  provider: 2,
  backend: 3,
} as const satisfies Record<Node['kind'], number>;

/** The id without its layer. */
export function plainId(nodeId: string): string {
  return nodeId.slice(nodeId.indexOf(':') + 1);
}

/** The picture's nodes and ribbons; what nobody called has no width and stays in the table. */
export function toFlow(graph: UsageGraph): { nodes: FlowNode[]; links: FlowLink[] } {
  return {
    nodes: graph.nodes.map((node) => ({
      id: node.id,
      label: node.label,
      column: COLUMN_OF[node.kind],
    })),
    links: graph.edges.map((edge) => ({ source: edge.from, target: edge.to, value: edge.calls })),
  };
}

/** The page of a node. */
export function pageOf(node: Pick<Node, 'id' | 'kind'>): string {
  return `/${COLUMNS[COLUMN_OF[node.kind]].toLowerCase()}/${encodeURIComponent(plainId(node.id))}`;
}

export type EdgeRow = Edge & { fromNode: Node; toNode: Node };

/** Edges with their ends, the busiest first, layer by layer. */
export function toRows(graph: UsageGraph): EdgeRow[] {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const rows = graph.edges.flatMap((edge): EdgeRow[] => {
    const fromNode = byId.get(edge.from);
    const toNode = byId.get(edge.to);
    return fromNode && toNode ? [{ ...edge, fromNode, toNode }] : [];
  });
  return rows.sort(
    (a, b) => COLUMN_OF[a.fromNode.kind] - COLUMN_OF[b.fromNode.kind] || b.calls - a.calls,
  );
}

/** All edges on a path through a node: back to the agents, on to the backends. */
export function rowsThrough(rows: readonly EdgeRow[], nodeId: string | null): readonly EdgeRow[] {
  if (nodeId === null) return rows;
  const walk = (from: 'from' | 'to', to: 'from' | 'to') => {
    const reached = new Set([nodeId]);
    let grown = true;
    while (grown) {
      grown = false;
      for (const row of rows) {
        if (!reached.has(row[from]) || reached.has(row[to])) continue;
        reached.add(row[to]);
        grown = true;
      }
    }
    return reached;
  };
  const ahead = walk('from', 'to');
  const behind = walk('to', 'from');
  return rows.filter(
    (row) =>
      (ahead.has(row.from) && ahead.has(row.to)) || (behind.has(row.from) && behind.has(row.to)),
  );
}
