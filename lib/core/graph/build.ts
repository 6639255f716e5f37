import { compareText } from '@/lib/core/shared/top';

/** The layers of the usage graph, left to right. */
export const LAYERS = ['agent', 'capability', 'provider', 'backend'] as const;
export type Layer = (typeof LAYERS)[number];

/** Calls of one path, summed over the window; what is not known is null. */
export type UsageRow = {
  agent: string;
  capability: string;
  provider: string | null;
  backend: string | null;
  calls: number;
  lastAt: Date | null;
};

/** What is declared, used or not: a grant or pin, a binding, a provider's backend. */
export type Declaration = { from: { kind: Layer; id: string }; to: { kind: Layer; id: string } };

export type GraphNode = { id: string; kind: Layer; label: string; calls: number };
export type GraphEdge = {
  from: string;
  to: string;
  calls: number;
  /** Part of all calls that reach `to`, 0 to 1. */
  share: number;
  last_at: string | null;
  declared: boolean;
};
export type UsageGraph = { nodes: GraphNode[]; edges: GraphEdge[] };

export type GraphInput = {
  rows: readonly UsageRow[];
  declarations?: readonly Declaration[];
  /** Names to show; an id without one shows itself. */
  labels?: ReadonlyMap<string, string>;
  /** Keep only the paths through these; a layer without a list keeps all. */
  only?: Partial<Record<Layer, readonly string[]>>;
  /** Keep so many of each layer by calls and fold the rest into one; 0 folds nothing. */
  top?: number;
};

const OTHER = '*';

/** The id of a node: ids repeat across layers, so the layer is part of it. */
export function nodeId(kind: Layer, id: string): string {
  return `${kind}:${id}`;
}

/**
 * The layered usage graph: who calls what, through which provider, into which
 * backend. Shares are per target over what the filters leave; order is by calls, then
 * name, so that the same rows always draw the same picture.
 */
export function buildUsageGraph(input: GraphInput): UsageGraph {
  const only = input.only ?? {};
  const rows = input.rows.filter((row) => LAYERS.every((layer) => keeps(only, layer, row[layer])));
  const declarations = (input.declarations ?? []).filter(
    ({ from, to }) => keeps(only, from.kind, from.id) && keeps(only, to.kind, to.id),
  );
  const folded = foldedIds(rows, declarations, input.top ?? 0);
  const name = (kind: Layer, id: string) => nodeId(kind, folded.has(nodeId(kind, id)) ? OTHER : id);
  const edges = collectEdges(rows, declarations, name);
  return { nodes: describeNodes(rows, edges, name, input, folded), edges: withShares(edges) };
}

function keeps(only: GraphInput['only'], layer: Layer, id: string | null): boolean {
  const list = only?.[layer];
  return list === undefined || (id !== null && list.includes(id));
}

/** Nodes beyond the top of their layer; folding a single one would gain nothing. */
function foldedIds(
  rows: readonly UsageRow[],
  declarations: readonly Declaration[],
  top: number,
): ReadonlySet<string> {
  if (top <= 0) return new Set();
  const totals = callsByNode(rows, nodeId);
  for (const { from, to } of declarations) {
    for (const { kind, id } of [from, to]) {
      const node = nodeId(kind, id);
      totals.set(node, totals.get(node) ?? 0);
    }
  }
  const folded = new Set<string>();
  for (const layer of LAYERS) {
    const ranked = [...totals]
      .filter(([node]) => node.startsWith(`${layer}:`))
      .sort(([a, callsA], [b, callsB]) => callsB - callsA || compareText(a, b));
    if (ranked.length > top + 1) for (const [node] of ranked.slice(top)) folded.add(node);
  }
  return folded;
}

function callsByNode(
  rows: readonly UsageRow[],
  name: (kind: Layer, id: string) => string,
): Map<string, number> {
  const totals = new Map<string, number>();
  for (const row of rows) {
    for (const layer of LAYERS) {
      const id = row[layer];
      if (id === null) continue;
      const node = name(layer, id);
      totals.set(node, (totals.get(node) ?? 0) + row.calls);
    }
  }
  return totals;
}

type Draft = { from: string; to: string; calls: number; lastAt: number | null; declared: boolean };

function collectEdges(
  rows: readonly UsageRow[],
  declarations: readonly Declaration[],
  name: (kind: Layer, id: string) => string,
): Draft[] {
  const drafts = new Map<string, Draft>();
  const at = (from: string, to: string): Draft => {
    const key = JSON.stringify([from, to]);
    const known = drafts.get(key);
    if (known) return known;
    const fresh = { from, to, calls: 0, lastAt: null, declared: false };
    drafts.set(key, fresh);
    return fresh;
  };
  for (const row of rows) {
    const path = pathOf(row);
    path.slice(1).forEach(([kind, id], index) => {
      const before = path[index];
      if (!before) return;
      const draft = at(name(...before), name(kind, id));
      draft.calls += row.calls;
      if (row.lastAt) draft.lastAt = Math.max(draft.lastAt ?? 0, row.lastAt.getTime());
    });
  }
  for (const { from, to } of declarations) {
    at(name(from.kind, from.id), name(to.kind, to.id)).declared = true;
  }
  return [...drafts.values()].sort(
    (a, b) => b.calls - a.calls || compareText(a.from, b.from) || compareText(a.to, b.to),
  );
}

/** The known stations of a row, up to the first gap: an edge never skips a layer. */
function pathOf(row: UsageRow): [Layer, string][] {
  const path: [Layer, string][] = [];
  for (const layer of LAYERS) {
    const id = row[layer];
    if (id === null) break;
    path.push([layer, id]);
  }
  return path;
}

function withShares(drafts: readonly Draft[]): GraphEdge[] {
  const intoTarget = new Map<string, number>();
  for (const draft of drafts) {
    intoTarget.set(draft.to, (intoTarget.get(draft.to) ?? 0) + draft.calls);
  }
  return drafts.map(({ from, to, calls, lastAt, declared }) => {
    const all = intoTarget.get(to) ?? 0;
    return {
      from,
      to,
      calls,
      share: all === 0 ? 0 : calls / all,
      last_at: lastAt === null ? null : new Date(lastAt).toISOString(),
      declared,
    };
  });
}

function describeNodes(
  rows: readonly UsageRow[],
  edges: readonly Draft[],
  name: (kind: Layer, id: string) => string,
  input: GraphInput,
  folded: ReadonlySet<string>,
): GraphNode[] {
  const calls = callsByNode(rows, name);
  const ids = new Set([...calls.keys(), ...edges.flatMap(({ from, to }) => [from, to])]);
  return [...ids]
    .map((node): GraphNode => {
      const kind = LAYERS.find((layer) => node.startsWith(`${layer}:`)) ?? 'agent';
      const id = node.slice(kind.length + 1);
      const hidden = [...folded].filter((other) => other.startsWith(`${kind}:`)).length;
      const label = id === OTHER ? `${hidden} others` : (input.labels?.get(node) ?? id);
      return { id: node, kind, label, calls: calls.get(node) ?? 0 };
    })
    .sort(
      (a, b) =>
        LAYERS.indexOf(a.kind) - LAYERS.indexOf(b.kind) ||
        Number(a.id.endsWith(`:${OTHER}`)) - Number(b.id.endsWith(`:${OTHER}`)) ||
        b.calls - a.calls ||
        compareText(a.id, b.id),
    );
}
