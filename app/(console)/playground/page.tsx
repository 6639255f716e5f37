import { Bot } from 'lucide-react';
import type { Metadata } from 'next';
import { Cases } from '@/components/playground/cases';
import { Playground } from '@/components/playground/playground';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/navigation';
import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tabs';
import { sessionContext } from '@/lib/auth/session';
import { listActableAgents } from '@/lib/services/agents/list-actable-agents';
import { listFacets } from '@/lib/services/catalog/list-facets';
import type { Context } from '@/lib/services/context';
import { inspectReceipt } from '@/lib/services/discover/inspect';
import { isServiceError } from '@/lib/services/errors';
import { listProfiles } from '@/lib/services/profiles/list-profiles';
import { listCases } from '@/lib/services/resolver-cases/list-cases';
import { inspect, removeCase, runSavedCase, saveCase } from './actions';

export const metadata: Metadata = { title: 'Playground' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function PlaygroundPage({ searchParams }: Props) {
  const ctx = await sessionContext();
  const { tab, receipt } = await searchParams;
  const cases = await listCases({ ctx });
  return (
    <div className="grid min-w-0 gap-4">
      <PageHeader
        title="Playground"
        description="Resolve a sentence as any agent you may act as, and see every step of it."
      />
      <TabLinks
        label="Sections"
        items={[
          { href: '/playground', label: 'Query' },
          { href: '/playground?tab=cases', label: 'Test cases', count: cases.length },
        ]}
      />
      {tab === 'cases' ? (
        <Cases cases={cases} onRun={runSavedCase} onDelete={removeCase} />
      ) : (
        <Query ctx={ctx} receiptId={typeof receipt === 'string' ? receipt : null} />
      )}
    </div>
  );
}

async function Query({ ctx, receiptId }: { ctx: Context; receiptId: string | null }) {
  const [agents, facets, profiles, receipt] = await Promise.all([
    listActableAgents({ ctx, input: { act: 'agent.discover' } }),
    listFacets({ ctx }),
    listProfiles({ ctx, input: { limit: 200 } }),
    receiptId === null ? null : findReceipt(ctx, receiptId),
  ]);
  if (agents.length === 0 && receipt === null) {
    return (
      <Card flush>
        <EmptyState
          icon={<Bot />}
          title="No agent you may act as"
          description="Discovery is always an agent’s: its grants decide what is there. Register one, or join the team that owns one."
          action={
            <Button asChild variant="primary">
              <Link href="/agents">Go to agents</Link>
            </Button>
          }
        />
      </Card>
    );
  }
  return (
    <Playground
      key={receiptId ?? 'query'}
      agents={agents.map(({ id, name, active }) => ({
        value: id,
        label: name,
        ...(active ? {} : { hint: 'Off' }),
      }))}
      profiles={profiles.items.map(({ id, name }) => ({ value: id, label: name }))}
      providers={facets.providers}
      receipt={receipt}
      onInspect={inspect}
      onSave={saveCase}
    />
  );
}

async function findReceipt(ctx: Context, id: string) {
  try {
    return { view: await inspectReceipt({ ctx, input: { resolve_id: id } }) };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    if (error.code === 'NOT_FOUND') {
      return { problem: 'There is no such receipt here. It may belong to another tenant.' };
    }
    return { problem: error.message };
  }
}
