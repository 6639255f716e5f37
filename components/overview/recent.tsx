import { CallStatusBadge } from '@/components/catalog/call-status';
import { IncidentStateBadge } from '@/components/incidents/incident-table';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import { formatDuration } from '@/components/ui/time';
import { Truncate } from '@/components/ui/truncate';
import { INVOCATION_STATUSES } from '@/lib/core/shared/domain';
import type { Overview } from '@/lib/schemas/overview';

const rowStyles =
  'flex min-h-9 items-center gap-3 border-t px-4 py-1.5 text-table first:border-t-0 hover:bg-hover focus-visible:outline-offset-[-2px]';

export function RecentCalls({ overview }: { overview: Overview }) {
  const { recent_calls: calls } = overview;
  return (
    <Card title="Recent calls" action={<TextLink href="/ledger">Ledger</TextLink>} flush>
      {calls.length === 0 && (
        <p className="p-4 text-muted text-table">
          No call yet. Connect an agent, or use Try it on a capability.
        </p>
      )}
      {calls.map((call) => {
        const status = INVOCATION_STATUSES.find((one) => one === call.status);
        return (
          <Link
            key={call.invocation_id}
            href={`/ledger/${call.invocation_id}`}
            className={rowStyles}
          >
            <span className="w-32 shrink-0 max-sm:w-auto">
              {status ? <CallStatusBadge status={status} /> : <Badge tone="info">Running</Badge>}
            </span>
            <span className="min-w-0 flex-1">
              <Truncate text={`${call.agent_name} → ${call.capability_id}`} />
            </span>
            {call.latency_ms !== null && (
              <span className="shrink-0 text-muted text-xs max-sm:hidden">
                {formatDuration(call.latency_ms)}
              </span>
            )}
            <span className="shrink-0 text-muted text-xs">
              <RelativeTime at={call.started_at} />
            </span>
          </Link>
        );
      })}
    </Card>
  );
}

export function RecentIncidents({ overview }: { overview: Overview }) {
  const { recent_incidents: incidents } = overview;
  return (
    <Card title="Recent incidents" action={<TextLink href="/incidents">All</TextLink>} flush>
      {incidents.length === 0 && (
        <p className="p-4 text-muted text-table">Nothing was ever stopped in an emergency.</p>
      )}
      {incidents.map((incident) => (
        <Link key={incident.id} href={`/incidents/${incident.id}`} className={rowStyles}>
          <span className="w-20 shrink-0">
            <IncidentStateBadge restored={incident.restored_at !== null} />
          </span>
          <span className="min-w-0 flex-1">
            <Truncate text={`${incident.target_id}: ${incident.reason}`} />
          </span>
          <span className="shrink-0 text-muted text-xs">
            <RelativeTime at={incident.opened_at} />
          </span>
        </Link>
      ))}
    </Card>
  );
}
