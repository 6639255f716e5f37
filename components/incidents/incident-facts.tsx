import { Callout } from '@/components/ui/callout';
import { Card, PropertyList } from '@/components/ui/card';
import { CopyId } from '@/components/ui/copy-button';
import { DetailGrid } from '@/components/ui/detail-grid';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import type { IncidentDetail } from '@/lib/schemas/incidents';
import { ImpactSummary } from './impact-summary';
import { ReplicaList } from './replica-list';

/** What happened, whom it hit, how long each replica took. */
export function IncidentFacts({ incident }: { incident: IncidentDetail }) {
  return (
    <DetailGrid
      railLabel="Properties"
      rail={
        <Card title="Properties">
          <PropertyList items={properties(incident)} />
        </Card>
      }
    >
      {incident.also_open.length > 0 && (
        <Callout tone="warning" title="More than one person pressed">
          It stays stopped until every one of them is restored:{' '}
          {incident.also_open.map((id, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <TextLink href={`/incidents/${id}`}>{id}</TextLink>
            </span>
          ))}
          .
        </Callout>
      )}
      <Card title="Reason">
        <p className="whitespace-pre-wrap break-words text-sm">{incident.reason}</p>
      </Card>
      <Card title="Who was hit" description="As it was when the button was pressed.">
        {incident.impact ? (
          <ImpactSummary impact={incident.impact} />
        ) : (
          <p className="text-muted text-table">
            It was not recorded: the process ended right after the press.
          </p>
        )}
      </Card>
      <Card
        title="In effect on every replica"
        description="Milliseconds from the press until the replica served by it."
        flush
      >
        <ReplicaList replicas={incident.replicas} />
      </Card>
    </DetailGrid>
  );
}

const PAGE_OF = {
  capability: 'capabilities',
  provider: 'providers',
  agent: 'agents',
  backend: 'backends',
} as const;

function properties(incident: IncidentDetail) {
  const { kind, id } = incident.target;
  const target = <TextLink href={`/${PAGE_OF[kind]}/${encodeURIComponent(id)}`}>{id}</TextLink>;
  return [
    { label: 'Incident', value: <CopyId value={incident.id} /> },
    { label: kind[0]?.toUpperCase() + kind.slice(1), value: target },
    { label: 'Pressed by', value: incident.opened_by_name },
    { label: 'Pressed', value: <RelativeTime at={incident.opened_at} /> },
    { label: 'Calls cancelled', value: incident.cancelled_calls.toLocaleString('en') },
    ...(incident.restored_at
      ? [
          { label: 'Restored by', value: incident.restored_by_name },
          { label: 'Restored', value: <RelativeTime at={incident.restored_at} /> },
          { label: 'Why', value: incident.restore_reason },
        ]
      : []),
  ];
}
