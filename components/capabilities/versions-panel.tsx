'use client';

import { GitCompare, History } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { useNavigation } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import { notify } from '@/components/ui/toast';
import { AdoptionCard, type OnMove } from '@/components/versions/adoption-card';
import { CompareVersions } from '@/components/versions/compare-versions';
import { DeprecationDialog, type EndActions } from '@/components/versions/deprecation-dialog';
import { type MajorActions, MajorsCard } from '@/components/versions/majors-card';
import type { CapabilityView, VersionComparison } from '@/lib/schemas/catalog-views';
import type { VersionAnswer } from '@/lib/schemas/versions';
import { CompatChanges, VerdictBadge } from './compat-changes';
import type { ActionAnswer } from './types';

type Rollback = (input: {
  capability_id: string;
  version: string;
  reason: string;
}) => Promise<ActionAnswer>;

type Props = MajorActions &
  EndActions & {
    view: CapabilityView;
    comparison: VersionComparison | null;
    onRollback: Rollback;
    onMove: OnMove;
  };

/** Majors and who is on them, any two versions compared, and every version, newest first. */
export function VersionsPanel(props: Props) {
  const { view, comparison, onRollback } = props;
  const [ending, setEnding] = useState<number | undefined>();
  if (view.versions.length === 0) {
    return (
      <EmptyState
        icon={<History />}
        title="No version yet"
        description="The first approval publishes 1.0. From then on every change is a version of its own."
      />
    );
  }
  return (
    <div className="grid gap-3">
      <MajorsCard {...props} onEnd={setEnding} />
      <AdoptionCard view={view} onMove={props.onMove} />
      {comparison && (
        <CompareVersions
          id={view.capability.id}
          versions={view.versions.map((one) => one.version)}
          comparison={comparison}
        />
      )}
      <DeprecationDialog
        view={view}
        ending={ending}
        onClose={() => setEnding(undefined)}
        onDeprecate={props.onDeprecate}
        onTryEnd={props.onTryEnd}
        onSearch={props.onSearch}
      />
      {view.versions.map((version) => (
        <Card
          key={version.version}
          title={
            <span className="flex flex-wrap items-center gap-2">
              {version.version}
              {version.current && <Badge tone="success">current</Badge>}
              {version.scheduled && <Badge tone="info">scheduled</Badge>}
              {version.withdrawn && <Badge>taken back</Badge>}
              {version.state !== 'live' && <Badge tone="warning">{version.state}</Badge>}
              {version.compatibility.verdict && (
                <VerdictBadge verdict={version.compatibility.verdict} />
              )}
            </span>
          }
          action={
            view.may.publish &&
            mayRollBack(view, version) &&
            view.capability.status !== 'DISABLED' && (
              <RollbackButton view={view} version={version} onRollback={onRollback} />
            )
          }
        >
          <p className="flex flex-wrap gap-x-3 text-muted text-table">
            <span>
              {version.scheduled ? 'Served from' : 'In force since'}{' '}
              <RelativeTime at={version.effective_from} />
            </span>
            {version.change_request_id && (
              <TextLink href={`/change-requests/${version.change_request_id}`}>
                <GitCompare aria-hidden className="mr-1 inline size-3.5" />
                Change request
              </TextLink>
            )}
          </p>
          <p className="mt-2 max-w-prose whitespace-pre-wrap break-words text-table">
            {version.description}
          </p>
          <CompatChanges changes={version.compatibility.changes} className="mt-3" />
          {version.compatibility.ruling && (
            <p className="mt-2 text-table">Ruled compatible: “{version.compatibility.ruling}”</p>
          )}
        </Card>
      ))}
    </div>
  );
}

/** Back to what was served once; to the current one where something scheduled is to be taken back. */
function mayRollBack(view: CapabilityView, version: VersionAnswer): boolean {
  if (version.scheduled || version.withdrawn) return false;
  return !version.current || view.versions.some((one) => one.scheduled);
}

function RollbackButton(props: {
  view: CapabilityView;
  version: VersionAnswer;
  onRollback: Rollback;
}) {
  const { view, version, onRollback } = props;
  const { refresh } = useNavigation();
  return (
    <ConfirmDialog
      trigger={<Button size="sm">{version.current ? 'Keep this one' : 'Roll back to this'}</Button>}
      title={
        version.current
          ? `Keep ${version.version} and take back what is scheduled?`
          : `Roll back to ${version.version}?`
      }
      description="Makes a change request; nothing changes for agents until somebody else approves it."
      reason={{ required: true }}
      confirmLabel="Propose rollback"
      onConfirm={async ({ reason }) => {
        const answer = await onRollback({
          capability_id: view.capability.id,
          version: version.version,
          reason,
        });
        if (!answer.ok) return { error: answer.error.message };
        notify.success('Change request made');
        refresh();
        return undefined;
      }}
    />
  );
}
