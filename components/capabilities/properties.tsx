import { RiskBadge } from '@/components/catalog/risk-badge';
import { SurfaceLabel } from '@/components/catalog/surface-label';
import { TypeIcon } from '@/components/catalog/type-icon';
import { Badge } from '@/components/ui/badge';
import { Card, type Property, PropertyList } from '@/components/ui/card';
import { CopyId } from '@/components/ui/copy-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import type { CapabilityView } from '@/lib/schemas/catalog-views';

/** The right rail: every property, one line each. */
export function Properties({ view }: { view: CapabilityView }) {
  const { capability } = view;
  const items: Property[] = [
    {
      label: 'Owner',
      value: <TextLink href={`/people/teams/${capability.owner}`}>{view.owner_name}</TextLink>,
    },
    { label: 'Tenant', value: capability.tenant_id },
    { label: 'Type', value: <TypeIcon type={capability.type} withLabel /> },
    { label: 'Surface', value: <SurfaceLabel surface={capability.surface} /> },
    { label: 'Surface id', value: <CopyId value={capability.surface_id} /> },
    { label: 'Version', value: capability.version ?? 'Not published' },
    { label: 'Risk', value: <RiskBadge risk={capability.risk} /> },
    { label: 'Approval on call', value: approvalText(view) },
    { label: 'Scopes', value: scopesText(view) },
    { label: 'Required roles', value: capability.required_roles.join(', ') || null },
    { label: 'Timeout', value: secondsText(capability.limits.timeout) },
    { label: 'Calls per run', value: capability.limits.calls_per_run.toLocaleString('en') },
    { label: 'Rate', value: `${capability.limits.rate_per_minute.toLocaleString('en')} a minute` },
    {
      label: 'Tags',
      value:
        capability.tags.length > 0 ? (
          <span className="flex flex-wrap gap-1">
            {capability.tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </span>
        ) : null,
    },
    {
      label: 'Recertify by',
      value: capability.recertify_by ? <RelativeTime at={capability.recertify_by} /> : null,
    },
    { label: 'Registered', value: <RelativeTime at={capability.created_at} /> },
    { label: 'Registered by', value: view.created_by_name },
    { label: 'Updated', value: <RelativeTime at={capability.updated_at} /> },
    { label: 'Schema hash', value: <CopyId value={capability.schema_hash} /> },
  ];
  return (
    <Card title="Properties">
      <PropertyList items={items} />
    </Card>
  );
}

function approvalText({ capability }: CapabilityView): string {
  if (capability.approval_required) return 'Required';
  return capability.approval_waiver ? `Waived: ${capability.approval_waiver}` : 'Not required';
}

function scopesText({ capability: { scopes } }: CapabilityView): string {
  if (scopes.none) return 'None needed';
  const optional = scopes.optional.map((scope) => `${scope} (optional)`);
  return [...scopes.required, ...optional].join(', ') || 'Not declared';
}

/** `PT10S` as "10 s", `PT2M` as "2 min". */
function secondsText(duration: string): string {
  return duration
    .replace('PT', '')
    .replace(/(\d+)H/, '$1 h ')
    .replace(/(\d+)M/, '$1 min ')
    .replace(/([\d.]+)S/, '$1 s')
    .trim();
}
