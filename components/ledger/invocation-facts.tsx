import { RiskBadge } from '@/components/catalog/risk-badge';
import { Callout } from '@/components/ui/callout';
import { Card, type Property, PropertyList } from '@/components/ui/card';
import { CopyId } from '@/components/ui/copy-button';
import { DetailGrid } from '@/components/ui/detail-grid';
import { RelativeTime } from '@/components/ui/relative-time';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table';
import { TextLink } from '@/components/ui/text-link';
import { formatDuration } from '@/components/ui/time';
import type { InvocationDetail } from '@/lib/schemas/ledger';
import { formatCost } from './cost';

/** Everything on record of one call. Arguments are kept as shape and digest, never as values. */
export function InvocationFacts({ call }: { call: InvocationDetail }) {
  return (
    <DetailGrid
      railLabel="Call"
      rail={
        <Card title="Call">
          <PropertyList items={properties(call)} />
        </Card>
      }
    >
      {call.refused_reason && (
        <Callout tone="warning" title="Refused before it left">
          {call.refused_reason}
        </Callout>
      )}
      {call.error_class && (
        <Callout tone="warning" title="It ended with an error">
          {wordsOf(call.error_class)}{' '}
          <code className="font-mono text-muted text-xs">{call.error_class}</code>
        </Callout>
      )}
      <Card
        title="Argument shape"
        description="Declared paths and types; values are not kept."
        flush
      >
        <Shape shape={call.argument_shape} />
      </Card>
      <Card title="Place in the chain" flush>
        <Links call={call} />
      </Card>
    </DetailGrid>
  );
}

/** `connection_lost` as "Connection lost." */
function wordsOf(errorClass: string): string {
  const words = errorClass.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function Shape({ shape }: { shape: InvocationDetail['argument_shape'] }) {
  const entries =
    typeof shape === 'object' && shape !== null && !Array.isArray(shape)
      ? Object.entries(shape)
      : [];
  if (entries.length === 0)
    return <p className="p-4 text-muted text-table">No arguments on record.</p>;
  return (
    <Table label="Argument shape">
      <TableBody>
        {entries.map(([path, type]) => (
          <TableRow key={path}>
            <TableCell>
              <code className="break-all font-mono text-xs">{path}</code>
            </TableCell>
            <TableCell className="text-muted">
              {typeof type === 'string' ? type.replaceAll('|', ' or ') : JSON.stringify(type)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Links({ call }: { call: InvocationDetail }) {
  const links = [
    { what: 'Start', link: call.start_link },
    ...(call.end_link ? [{ what: 'End', link: call.end_link }] : []),
  ];
  return (
    <Table label="Chain records">
      <TableHead>
        <TableRow>
          <TableHeader>Record</TableHeader>
          <TableHeader>Writer</TableHeader>
          <TableHeader className="text-right">Number</TableHeader>
          <TableHeader>Hash</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {links.map(({ what, link }) => (
          <TableRow key={what}>
            <TableCell>{what}</TableCell>
            <TableCell>
              <CopyId value={link.writer_id} />
            </TableCell>
            <TableCell className="text-right tabular-nums">{link.seq}</TableCell>
            <TableCell>
              <CopyId value={link.hash} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** What is on record; a call that was refused never had a provider, an output or a price. */
function properties(call: InvocationDetail): Property[] {
  const id = (value: string | null) => (value ? <CopyId value={value} /> : null);
  const href = (page: string, value: string) => `/${page}/${encodeURIComponent(value)}`;
  const items: Property[] = [
    { label: 'Invocation', value: id(call.invocation_id) },
    {
      label: 'Capability',
      value: (
        <TextLink href={href('capabilities', call.capability_id)}>{call.capability_id}</TextLink>
      ),
    },
    { label: 'Version', value: call.version },
    { label: 'Risk', value: <RiskBadge risk={call.risk} /> },
    {
      label: 'Agent',
      value: <TextLink href={href('agents', call.agent_id)}>{call.agent_name}</TextLink>,
    },
    { label: 'Subject', value: call.subject },
    ...(call.subject_claimed
      ? [{ label: 'Claimed subject', value: `${call.subject_claimed} (not verified)` }]
      : []),
    ...(call.user_id ? [{ label: 'Person acting', value: id(call.user_id) }] : []),
    {
      label: 'Provider',
      value: call.provider_id ? (
        <TextLink href={href('providers', call.provider_id)}>{call.provider_id}</TextLink>
      ) : null,
    },
    {
      label: 'Backend',
      value: call.backend_id ? (
        <TextLink href={href('backends', call.backend_id)}>{call.backend_id}</TextLink>
      ) : null,
    },
    {
      label: 'Approval',
      value: call.approval_id ? (
        <TextLink href={href('approvals', call.approval_id)}>Who said yes to it</TextLink>
      ) : null,
    },
    {
      label: 'Run',
      value: call.run_id ? (
        <TextLink href={`/ledger?run=${encodeURIComponent(call.run_id)}`}>{call.run_id}</TextLink>
      ) : null,
    },
    { label: 'Started', value: <RelativeTime at={call.started_at} /> },
    {
      label: 'Latency',
      value: call.latency_ms === null ? null : formatDuration(call.latency_ms),
    },
    { label: 'Cost', value: call.cost ? formatCost(call.cost) : null },
    {
      label: 'Output',
      value: call.output_bytes === null ? null : `${call.output_bytes.toLocaleString('en')} bytes`,
    },
    { label: 'Door', value: call.door },
    { label: 'Request', value: id(call.request_id) },
    { label: 'Digest', value: id(call.arguments_digest) },
  ];
  return items.filter(({ value }) => value !== null);
}
