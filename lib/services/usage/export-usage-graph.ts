import type { z } from 'zod';
import type { usageGraphQuerySchema } from '@/lib/schemas/usage';
import type { Context } from '../context';
import { csvLine } from '../csv';
import { getUsageGraph } from './get-usage-graph';

/** The edges of the usage graph as a CSV file, with the numbers of the picture. */
export async function exportUsageGraph(call: {
  ctx: Context;
  input: z.output<typeof usageGraphQuerySchema>;
}): Promise<Response> {
  const graph = await getUsageGraph(call);
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const lines = graph.edges.map((edge) =>
    csvLine([
      nodes.get(edge.from)?.kind,
      edge.from.slice(edge.from.indexOf(':') + 1),
      nodes.get(edge.from)?.label,
      nodes.get(edge.to)?.kind,
      edge.to.slice(edge.to.indexOf(':') + 1),
      nodes.get(edge.to)?.label,
      edge.calls,
      Number(edge.share.toFixed(4)),
      edge.last_at,
      edge.declared ? 'yes' : 'no',
    ]),
  );
  const header = csvLine([
    'from_kind',
    'from_id',
    'from_label',
    'to_kind',
    'to_id',
    'to_label',
    'calls',
    'share',
    'last_at',
    'declared',
  ]);
  const name = `capstan-usage-${graph.window}-${graph.to.slice(0, 10)}.csv`;
  return new Response(header + lines.join(''), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
}
