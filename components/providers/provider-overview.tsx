import { RiskBadge } from '@/components/catalog/risk-badge';
import { StatusBadge } from '@/components/catalog/status-badge';
import { Card, PropertyList } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import { STATUSES } from '@/lib/core/shared/domain';
import type { ProviderPage } from '@/lib/schemas/providers';
import { KIND_LABELS, transportText } from './labels';

/** How many of its capabilities stand where, each a way into the catalog. */
export function CapabilityCounts({ provider }: { provider: ProviderPage }) {
  const { by_status, drafts, id } = provider;
  const all = `/capabilities?provider=${id}`;
  const rows = STATUSES.flatMap((status) => {
    const count = by_status.find((item) => item.status === status)?.count ?? 0;
    return count > 0 ? [{ status, count }] : [];
  });
  return (
    <Card
      flush
      title="Capabilities"
      action={rows.length > 0 && <TextLink href={all}>Open in the catalog</TextLink>}
    >
      {rows.length === 0 ? (
        <EmptyState
          className="py-8"
          title="Nothing here yet"
          description="Sync this provider: what it offers arrives as drafts."
        />
      ) : (
        <ul className="divide-y text-table">
          {rows.map(({ status, count }) => (
            <li key={status}>
              <Link
                href={`${all}&status=${status}`}
                className="flex min-h-9 items-center justify-between gap-4 px-4 hover:bg-hover focus-visible:outline-offset-[-2px]"
              >
                <StatusBadge status={status} />
                <span className="tabular-nums">{count.toLocaleString('en')}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {drafts > 0 && (
        <p className="border-t px-4 py-2.5 text-muted text-table">
          {drafts} {drafts === 1 ? 'draft waits' : 'drafts wait'} for somebody to edit, submit or
          dismiss. <TextLink href={`${all}&status=DRAFT`}>Triage them</TextLink>
        </p>
      )}
    </Card>
  );
}

export function ProviderProperties({ provider }: { provider: ProviderPage }) {
  const { server_info, instructions } = provider;
  return (
    <Card title="Properties">
      <PropertyList
        items={[
          { label: 'Kind', value: `${KIND_LABELS[provider.kind]}, ${transportText(provider)}` },
          { label: 'Location', value: provider.location === 'local' ? 'This machine' : 'Remote' },
          {
            label: 'Address',
            value: provider.endpoint ? (
              <code className="break-all font-mono text-xs">{provider.endpoint}</code>
            ) : provider.transport === 'stdio' ? (
              <span className="text-muted">A command in the providers file</span>
            ) : null,
          },
          {
            label: 'Backend',
            value: provider.backend ? (
              <TextLink href={`/backends/${provider.backend}`}>
                {provider.backend_name ?? provider.backend}
              </TextLink>
            ) : null,
          },
          { label: 'Default tags', value: provider.default_tags.join(', ') || null },
          { label: 'Risk floor', value: <RiskBadge risk={provider.risk_floor} /> },
          { label: 'Server', value: serverText(server_info) },
          { label: 'Protocol', value: provider.protocol_version },
          {
            label: 'Last success',
            value: provider.last_synced_at ? <RelativeTime at={provider.last_synced_at} /> : null,
          },
        ]}
      />
      {instructions && (
        <details className="mt-3 border-t pt-3 text-table">
          <summary className="cursor-pointer text-muted">Instructions of the server</summary>
          <p className="mt-2 max-h-64 overflow-y-auto whitespace-pre-wrap break-words">
            {instructions}
          </p>
        </details>
      )}
    </Card>
  );
}

function serverText(info: ProviderPage['server_info']): string | null {
  if (typeof info !== 'object' || info === null || Array.isArray(info)) return null;
  return [info.name, info.version].filter((part) => typeof part === 'string').join(' ') || null;
}
