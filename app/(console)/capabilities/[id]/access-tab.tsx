import { AccessList } from '@/components/access-requests/access-list';
import { RequestAccess } from '@/components/access-requests/request-dialog';
import { AccessPanel } from '@/components/capabilities/tab-panels';
import { Card } from '@/components/ui/card';
import { sessionContext } from '@/lib/auth/session';
import type { CapabilityView } from '@/lib/schemas/catalog-views';
import { listAccessRequests } from '@/lib/services/access-requests/list-access-requests-view';
import { listAskableAgents } from '@/lib/services/access-requests/list-askable-agents';
import { requestAccess } from '../../access-requests/actions';

type Props = { view: CapabilityView; ask: string | undefined };

/** Which grants reach the capability, who asks for one, and the way to ask. */
export async function AccessTab({ view, ask }: Props) {
  const ctx = await sessionContext();
  const { capability } = view;
  const [agents, waiting] = await Promise.all([
    listAskableAgents({ ctx }),
    listAccessRequests({
      ctx,
      input: { capability: capability.id, status: 'PENDING', limit: 50 },
    }),
  ]);
  const mayAsk = agents.length > 0 && capability.status !== 'DISABLED';
  return (
    <div className="grid min-w-0 gap-4">
      {mayAsk && (
        <Card
          title="Access for one of your agents"
          description={`${view.owner_name} decides. You read the answer in your notifications.`}
          action={
            <RequestAccess
              key={ask ?? ''}
              capability={{
                id: capability.id,
                owner_name: view.owner_name,
                required: capability.scopes.required,
                optional: capability.scopes.optional,
              }}
              agents={agents}
              agentId={agents.find(({ id }) => id === ask)?.id}
              onRequest={requestAccess}
            />
          }
          flush
        />
      )}
      {waiting.items.length > 0 && (
        <AccessList items={waiting.items} title="Asked for" empty="Nobody asks" />
      )}
      <AccessPanel view={view} />
    </div>
  );
}
