import { Check, TriangleAlert, X } from 'lucide-react';
import { CompatChanges, VerdictBadge } from '@/components/capabilities/compat-changes';
import { editPlaceOf } from '@/components/capabilities/gate-place';
import { Badge } from '@/components/ui/badge';
import { Card, PropertyList } from '@/components/ui/card';
import { cn } from '@/components/ui/cn';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import type { ChangeRequestView } from '@/lib/schemas/catalog-views';

type Props = { view: ChangeRequestView };

/** What has to hold before it can be approved; each with its fix. */
export function GatesCard({ view }: Props) {
  if (view.request.closed_at !== null || view.request.kind !== 'promote') return null;
  return (
    <Card title="Gates">
      {view.gates.length === 0 ? (
        <p className="flex items-center gap-2 text-table">
          <Check aria-hidden className="size-4 text-success-text" />
          Every gate is passed; only a decision is missing.
        </p>
      ) : (
        <ul className="grid gap-2">
          {view.gates.map((gate) => {
            const hard = gate.severity === 'error';
            const Icon = hard ? X : TriangleAlert;
            return (
              <li
                key={`${gate.field} ${gate.message}`}
                className="flex items-start gap-2 text-table"
              >
                <Icon
                  role="img"
                  aria-label={hard ? 'Not passed' : 'Warning'}
                  className={cn(
                    'mt-0.5 size-4 shrink-0',
                    hard ? 'text-danger-text' : 'text-warning-text',
                  )}
                />
                <div className="min-w-0">
                  <p>
                    <code className="font-mono text-xs">{gate.field}</code> {gate.message}
                  </p>
                  <p className="text-muted text-xs">
                    {gate.fix} <GateLink view={view} field={gate.field} />
                  </p>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

/** The way to where the gate is passed. A decision is taken right here. */
function GateLink({ view, field }: Props & { field: string }) {
  if (field === 'decision') return null;
  const { id } = view.capability;
  const place = field === 'smoke' ? null : editPlaceOf(id, field);
  return place === null ? (
    <TextLink href={`/capabilities/${id}#gates`}>Open capability</TextLink>
  ) : (
    <TextLink href={place}>Fix it</TextLink>
  );
}

/** What the new contract does to those who call the old one. */
export function PublishCard({ view }: Props) {
  const { publish } = view;
  if (!publish) return null;
  const verdict =
    publish.verdict === 'compatible' || publish.verdict === 'breaking'
      ? publish.verdict
      : 'unknown';
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Becomes version {publish.next} <VerdictBadge verdict={verdict} />
        </span>
      }
      description={
        publish.breaking
          ? 'Beside the current version: agents stay on theirs until their owner moves them.'
          : 'In place of the current version.'
      }
    >
      {publish.changes.length === 0 ? (
        <p className="text-table">The schemas do not change.</p>
      ) : (
        <CompatChanges changes={publish.changes} />
      )}
    </Card>
  );
}

export function FactsCard({ view }: Props) {
  const { request, capability, calls } = view;
  return (
    <Card title="About">
      <PropertyList
        items={[
          {
            label: 'Capability',
            value: <TextLink href={`/capabilities/${capability.id}`}>{capability.name}</TextLink>,
          },
          {
            label: 'Owner',
            value: (
              <TextLink href={`/people/teams/${capability.owner}`}>{capability.owner}</TextLink>
            ),
          },
          { label: 'Proposed by', value: view.submitted_by_name },
          { label: 'Proposed', value: <RelativeTime at={request.submitted_at} /> },
          {
            label: 'Wrote a part',
            value: (
              <span className="flex flex-wrap gap-1">
                {view.authors.map((author) => (
                  <Badge key={author.id}>{author.name}</Badge>
                ))}
              </span>
            ),
          },
          { label: 'Agents, 30 days', value: calls.agents.toLocaleString('en') },
          { label: 'Calls, 24 h', value: calls.calls24h.toLocaleString('en') },
          ...(request.apply_at && !request.closed_at
            ? [{ label: 'Carried out', value: <RelativeTime at={request.apply_at} /> }]
            : []),
          ...(request.closed_at
            ? [{ label: 'Closed', value: <RelativeTime at={request.closed_at} /> }]
            : []),
        ]}
      />
    </Card>
  );
}

export function DecisionsCard({ view }: Props) {
  if (view.decisions.length === 0) return null;
  return (
    <Card title="Decisions">
      <ul className="grid gap-3">
        {view.decisions.map((decision) => (
          <li key={`${decision.decided_by} ${decision.decided_at}`} className="text-table">
            <p className={cn(decision.revoked_at && 'text-muted line-through')}>
              <span className="font-medium">{decision.by}</span>{' '}
              {decision.decision === 'approve' ? 'approved' : 'rejected'}
              {decision.for && ` for ${decision.for}`} <RelativeTime at={decision.decided_at} />
            </p>
            {decision.revoked_at && (
              <p className="text-warning-text text-xs">
                Revoked. {decision.revoked_reason || 'It was edited afterwards.'}
              </p>
            )}
            {decision.ruling !== null && (
              <p className="text-xs">Ruled that what is undecided is compatible.</p>
            )}
            {decision.comment && <p className="text-muted">“{decision.comment}”</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
