import type { Metadata } from 'next';
import { PageHeader } from '@/components/ui/page-header';
import { UsageGraphView } from '@/components/usage/usage-graph-view';
import { sessionContext } from '@/lib/auth/session';
import { usageGraphQuerySchema } from '@/lib/schemas/usage';
import { getUsageGraph, listUsedCapabilities } from '@/lib/services/usage/get-usage-graph';

export const metadata: Metadata = { title: 'Usage graph' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function UsageGraphPage({ searchParams }: Props) {
  const ctx = await sessionContext();
  const params = await searchParams;
  const asked = usageGraphQuerySchema.safeParse(params);
  const input = asked.success ? asked.data : usageGraphQuerySchema.parse({});
  const [graph, capabilities] = await Promise.all([
    getUsageGraph({ ctx, input }),
    listUsedCapabilities({ ctx, input }),
  ]);
  const node = typeof params.node === 'string' ? params.node : null;
  const selected = graph.nodes.some(({ id }) => id === node) ? node : null;
  return (
    <div className="grid min-w-0 gap-4">
      <PageHeader
        title="Usage graph"
        description="Which agents call which capabilities, through which providers, into which backends. Refused calls do not count."
      />
      <UsageGraphView
        graph={graph}
        capabilities={capabilities}
        capability={input.capability ?? null}
        selected={selected}
      />
    </div>
  );
}
