import { RelativeTime } from '@/components/ui/relative-time';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table';
import type { Impact, ImpactAgent } from '@/lib/schemas/usage';

const SHOWN_AGENTS = 8;
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

/** Who is hit, their owners, calls, and what takes over. */
export function ImpactSummary({ impact }: { impact: Impact }) {
  return (
    <div className="grid gap-3 text-table">
      <p>
        <strong className="font-medium">{plural(impact.agents.length, 'agent', 'agents')}</strong>
        {' · '}
        {plural(impact.calls_24h, 'call', 'calls')} in 24 hours,{' '}
        {impact.calls_30d.toLocaleString('en')} in 30 days
        {impact.in_flight > 0 && <>, {impact.in_flight.toLocaleString('en')} under way now</>}
        {impact.last_call_at && (
          <>
            {' · last call '}
            <RelativeTime at={impact.last_call_at} />
          </>
        )}
      </p>
      {impact.agents.length > 0 && <Agents agents={impact.agents} />}
      <TakesOver impact={impact} />
    </div>
  );
}

function Agents({ agents }: { agents: readonly ImpactAgent[] }) {
  const more = agents.length - SHOWN_AGENTS;
  return (
    <div>
      <Table label="Agents hit" bare>
        <TableHead>
          <TableRow>
            <TableHeader>Agent</TableHeader>
            <TableHeader>Owners</TableHeader>
            <TableHeader className="text-right">24 h</TableHeader>
            <TableHeader className="text-right max-sm:hidden">30 days</TableHeader>
            <TableHeader className="text-right">Share</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {agents.slice(0, SHOWN_AGENTS).map((agent) => (
            <TableRow key={`${agent.tenant_id}/${agent.id}`}>
              <TableCell title={agent.id}>
                {agent.name}
                {agent.calls_30d === 0 && <span className="text-muted"> (granted, no call)</span>}
              </TableCell>
              <TableCell title={agent.owners.join(', ')}>
                {agent.owner_team ?? 'nobody'}
                {agent.owners.length > 0 && (
                  <span className="text-muted max-sm:hidden">
                    {' '}
                    · {agent.owners.slice(0, 2).join(', ')}
                  </span>
                )}
              </TableCell>
              <TableCell className="text-right tabular-nums">
                {agent.calls_24h.toLocaleString('en')}
              </TableCell>
              <TableCell className="text-right tabular-nums max-sm:hidden">
                {agent.calls_30d.toLocaleString('en')}
              </TableCell>
              <TableCell className="text-right tabular-nums">
                {percent.format(agent.share_30d)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {more > 0 && <p className="pt-1 text-muted text-xs">and {more} more</p>}
    </div>
  );
}

function TakesOver({ impact }: { impact: Impact }) {
  const { kind } = impact.target;
  if (kind === 'agent') return <p className="text-muted">Every call of this agent stops.</p>;
  const kept = impact.capabilities.filter((capability) => capability.failover.length > 0);
  const replaced = impact.capabilities.filter((capability) => capability.replacement !== null);
  const stopped = impact.capabilities.filter(
    (capability) => capability.failover.length === 0 && capability.replacement === null,
  );
  return (
    <ul className="grid gap-1">
      {kept.length > 0 && (
        <li>
          {plural(kept.length, 'capability goes', 'capabilities go')} on over another provider:{' '}
          {names(kept)}.
        </li>
      )}
      {replaced.map((capability) => (
        <li key={capability.id}>
          {capability.id} has a replacement: {capability.replacement?.capability_id}.
        </li>
      ))}
      {stopped.length > 0 && (
        <li className="text-muted">
          Nothing takes over for {plural(stopped.length, 'capability', 'capabilities')}:{' '}
          {names(stopped)}.
        </li>
      )}
    </ul>
  );
}

function names(capabilities: readonly { id: string }[]): string {
  const first = capabilities.slice(0, 4).map((capability) => capability.id);
  const more = capabilities.length - first.length;
  return more > 0 ? `${first.join(', ')} and ${more} more` : first.join(', ');
}

function plural(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
