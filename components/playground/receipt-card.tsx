import { Button } from '@/components/ui/button';
import { Card, PropertyList } from '@/components/ui/card';
import { CopyId } from '@/components/ui/copy-button';
import { JsonView } from '@/components/ui/json-view';
import { Link } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import type { Inspection } from '@/lib/schemas/playground';
import { hrefOfRequest } from './params';

/** What a stored receipt was asked; in place of the form. */
export function ReceiptCard({ receipt, mayRun }: { receipt: Inspection; mayRun: boolean }) {
  const { agent_id, query, purpose, request } = receipt;
  return (
    <Card title="Receipt" description="The record of one discovery, as it was.">
      <div className="grid gap-4">
        <p className="break-words text-sm">
          {query ? `“${query}”` : <span className="text-muted">No sentence</span>}
        </p>
        <PropertyList
          className="[&>div]:grid-cols-[5rem_minmax(0,1fr)]"
          items={[
            { label: 'Agent', value: <TextLink href={`/agents/${agent_id}`}>{agent_id}</TextLink> },
            { label: 'Resolved', value: <RelativeTime at={receipt.created_at} /> },
            ...(purpose ? [{ label: 'Purpose', value: purpose }] : []),
            { label: 'Ranking', value: receipt.preset },
            { label: 'Id', value: <CopyId value={receipt.resolve_id} /> },
          ]}
        />
        <div className="grid gap-1.5">
          <h3 className="text-muted text-xs">Knobs</h3>
          <JsonView value={request} depth={1} />
        </div>
        <div className="flex flex-wrap gap-2">
          {mayRun && (
            <Button asChild variant="primary">
              <Link href={hrefOfRequest(agent_id, query, purpose, request)}>Run it again</Link>
            </Button>
          )}
          <Button asChild>
            <Link href="/playground">New query</Link>
          </Button>
        </div>
      </div>
    </Card>
  );
}
