import { AvailabilityBadge, HealthBadge } from '@/components/catalog/health';
import { SchemaTree } from '@/components/catalog/schema-tree';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { JsonView } from '@/components/ui/json-view';
import { Link } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import { Stat, StatRow } from '@/components/ui/stat';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table';
import { TextLink } from '@/components/ui/text-link';
import type { Status } from '@/lib/core/shared/domain';
import type { CapabilityView } from '@/lib/schemas/catalog-views';
import { FindingsList } from './findings-list';
import { GateList } from './gate-list';
import { ModelView } from './model-view';
import type { OnSmoke } from './use-smoke';

type Props = { view: CapabilityView };

const NEEDS: Partial<Record<Status, string>> = {
  DRAFT: 'What it will need for production',
  REVIEW: 'What its approval still needs',
  DEPRECATED: 'What disabling it still needs',
};

export function OverviewPanel({ view, onSmoke }: Props & { onSmoke: OnSmoke }) {
  const { capability, calls, next } = view;
  const text = capability.findings.filter((finding) => finding.path === 'description');
  return (
    <div className="grid gap-4">
      {next && next.gates.length > 0 && (
        <Card title={NEEDS[capability.status] ?? 'What the next step still needs'}>
          <GateList view={view} onSmoke={onSmoke} />
        </Card>
      )}
      <StatRow>
        <Stat
          label="Calls, 24 h"
          value={calls.calls24h.toLocaleString('en')}
          href={`/ledger?capability=${capability.id}`}
        />
        <Stat
          label="Failed, 24 h"
          value={calls.failed24h.toLocaleString('en')}
          tone={calls.failed24h > 0 ? 'warning' : 'default'}
          href={`/ledger?capability=${capability.id}`}
        />
        <Stat
          label="Agents, 30 days"
          value={calls.agents.toLocaleString('en')}
          href={`/graph?capability=${capability.id}`}
        />
        <Stat
          label="Grants that reach it"
          value={view.access.length.toLocaleString('en')}
          href={`/capabilities/${capability.id}?tab=access`}
        />
      </StatRow>
      <ModelView
        name={capability.name}
        description={capability.description}
        inputSchema={capability.input_schema}
        findings={text}
      />
    </div>
  );
}

export function SchemaPanel({ view }: Props) {
  const { capability } = view;
  const findings = capability.findings.filter((finding) => finding.path !== 'description');
  return (
    <div className="grid gap-4">
      <FindingsList findings={findings} />
      <SchemaTree title="Input" schema={capability.input_schema} depth={2} />
      <SchemaTree title="Output" schema={capability.output_schema} depth={2} />
      <Card title="Annotations" description="What the provider says of its effects.">
        <JsonView value={capability.annotations} />
      </Card>
    </div>
  );
}

export function AccessPanel({ view }: Props) {
  if (view.access.length === 0) {
    return (
      <EmptyState
        title="No grant reaches it"
        description="Denied unless a grant gives it: agents find it once one names it or, up to MEDIUM, its provider, a tag or its type."
        action={
          <Button asChild>
            <Link href="/agents">See agents</Link>
          </Button>
        }
      />
    );
  }
  return (
    <Card title="Grants that reach it" flush>
      <Table label="Grants that reach it">
        <TableHead>
          <TableRow>
            <TableHeader>Agent</TableHeader>
            <TableHeader>Through</TableHeader>
            <TableHeader>May</TableHeader>
            <TableHeader>Scopes</TableHeader>
            <TableHeader>Until</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {view.access.map((row) => (
            <TableRow key={`${row.tenant_id} ${row.agent_id} ${row.target_kind} ${row.target}`}>
              <TableCell>
                <TextLink href={`/agents/${row.agent_id}`}>{row.agent_name}</TextLink>
                {row.pinned && <Badge className="ml-1.5">pinned</Badge>}
                {row.blocked && <p className="text-warning-text text-xs">{row.blocked}</p>}
              </TableCell>
              <TableCell>
                {row.target_kind} <code className="font-mono text-xs">{row.target}</code>
              </TableCell>
              <TableCell>
                {[row.discover && 'discover', row.invoke && 'invoke'].filter(Boolean).join(', ')}
              </TableCell>
              <TableCell>{row.scopes.join(', ') || '–'}</TableCell>
              <TableCell>{row.until ? <RelativeTime at={row.until} /> : 'No end'}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

export function ProvidersPanel({ view }: Props) {
  if (view.bindings.length === 0) {
    return (
      <EmptyState
        title="Nothing carries it out yet"
        description="Bind it to a provider under the name the provider knows it by: POST /api/v1/capabilities/{id}/bindings."
      />
    );
  }
  return (
    <Card title="Providers that carry it out" description="The lowest priority goes first." flush>
      <Table label="Bindings">
        <TableHead>
          <TableRow>
            <TableHeader>Provider</TableHeader>
            <TableHeader>Known there as</TableHeader>
            <TableHeader>Health</TableHeader>
            <TableHeader>Available</TableHeader>
            <TableHeader className="text-right">Priority</TableHeader>
            <TableHeader className="text-right">Cost a call</TableHeader>
            <TableHeader>Last seen</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {view.bindings.map((binding) => (
            <TableRow key={binding.id}>
              <TableCell>
                <TextLink href={`/providers/${binding.provider}`}>{binding.provider_name}</TextLink>
              </TableCell>
              <TableCell>
                <code className="break-all font-mono text-xs">{binding.upstream_name}</code>
              </TableCell>
              <TableCell>
                <HealthBadge health={binding.health} />
              </TableCell>
              <TableCell>
                <AvailabilityBadge
                  availability={binding.availability}
                  {...(binding.availability_reason ? { reason: binding.availability_reason } : {})}
                />
              </TableCell>
              <TableCell className="text-right">{binding.priority}</TableCell>
              <TableCell className="text-right">{binding.cost_per_call}</TableCell>
              <TableCell>
                {binding.last_seen_at ? <RelativeTime at={binding.last_seen_at} /> : '–'}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

export function UsagePanel({ view }: Props) {
  const { calls, capability } = view;
  return (
    <div className="grid gap-4">
      <StatRow>
        <Stat label="Calls, 30 days" value={calls.calls30d.toLocaleString('en')} />
        <Stat label="Calls, 24 h" value={calls.calls24h.toLocaleString('en')} />
        <Stat label="Failed, 24 h" value={calls.failed24h.toLocaleString('en')} />
        <Stat label="Agents, 30 days" value={calls.agents.toLocaleString('en')} />
      </StatRow>
      <p className="flex flex-wrap gap-x-4 gap-y-2 text-table">
        <span>
          Last call: {calls.lastAt ? <RelativeTime at={calls.lastAt} /> : 'none in 30 days'}
        </span>
        <TextLink href={`/ledger?capability=${capability.id}`}>Every call in the ledger</TextLink>
        <TextLink href={`/graph?capability=${capability.id}`}>Who uses it, as a graph</TextLink>
      </p>
    </div>
  );
}
