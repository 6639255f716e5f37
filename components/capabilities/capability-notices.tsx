'use client';

import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Link, useNavigation } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import { notify } from '@/components/ui/toast';
import type { CapabilityView } from '@/lib/schemas/catalog-views';
import type { ActionAnswer } from './types';

type Decide = (input: {
  capability_id: string;
  verdict: 'release' | 'uphold';
  reason: string;
}) => Promise<ActionAnswer>;

/** What is out of the ordinary with it, worst first; nothing when nothing is. */
export function CapabilityNotices({
  view,
  onQuarantine,
}: {
  view: CapabilityView;
  onQuarantine: Decide;
}) {
  const { capability, incidents, deprecations, drifts } = view;
  const ends = deprecations.find((one) => one.major === null);
  return (
    <div className="grid gap-2 empty:hidden">
      {incidents.map((incident) => (
        <Callout
          key={incident.id}
          tone="danger"
          title={`Stopped: emergency disable on ${incident.target_kind} ${incident.target_id}`}
          action={
            <Button asChild size="sm">
              <Link href={`/incidents/${incident.id}`}>Open incident</Link>
            </Button>
          }
        >
          {incident.reason} – {incident.opened_by_name}, <RelativeTime at={incident.opened_at} />
        </Callout>
      ))}
      {capability.quarantine && (
        <Callout
          tone="danger"
          title="Quarantined: agents do not see it"
          action={
            view.may.decide_quarantine && <QuarantineButtons view={view} onDecide={onQuarantine} />
          }
        >
          <p>{capability.quarantine.reason}</p>
          <p className="text-muted text-table">
            Since <RelativeTime at={capability.quarantine.since} />
          </p>
        </Callout>
      )}
      {ends && (
        <Callout tone="warning" title="Deprecated">
          Ends <RelativeTime at={ends.disable_at} />
          {ends.replacement_id && (
            <>
              ; replaced by{' '}
              <TextLink href={`/capabilities/${ends.replacement_id}`}>
                {ends.replacement_id}
              </TextLink>
            </>
          )}
          . {ends.migration_note}
        </Callout>
      )}
      {view.majors.items
        .filter((one) => one.end !== null && one.state === 'sunset')
        .map((one) => (
          <Callout key={one.major} tone="warning" title={`Major ${one.major} ends`}>
            <RelativeTime at={one.end?.disable_at ?? ''} />; {one.agents}{' '}
            {one.agents === 1 ? 'agent is' : 'agents are'} on it.{' '}
            <TextLink href={`/capabilities/${capability.id}?tab=versions`}>See majors</TextLink>
          </Callout>
        ))}
      {!capability.quarantine && drifts.length > 0 && (
        <Callout tone="warning" title="Its provider now says something else">
          {drifts.map((drift) => drift.kind).join(', ')}. Agents keep seeing the approved text.
        </Callout>
      )}
      {capability.dismissed_at && (
        <Callout>Dismissed: it is left out of the lists, and sync leaves it alone.</Callout>
      )}
    </div>
  );
}

function QuarantineButtons({ view, onDecide }: { view: CapabilityView; onDecide: Decide }) {
  const { refresh } = useNavigation();
  async function decide(verdict: 'release' | 'uphold', reason: string) {
    const answer = await onDecide({ capability_id: view.capability.id, verdict, reason });
    if (!answer.ok) return { error: answer.error.message };
    notify.success(verdict === 'release' ? 'Released' : 'Kept in quarantine');
    refresh();
    return undefined;
  }
  return (
    <div className="flex flex-wrap gap-2">
      <ConfirmDialog
        trigger={<Button size="sm">Uphold</Button>}
        title="Keep it in quarantine?"
        description="Agents go on not seeing it until somebody releases it."
        reason={{ required: true }}
        confirmLabel="Keep in quarantine"
        onConfirm={({ reason }) => decide('uphold', reason)}
      />
      <ConfirmDialog
        trigger={<Button size="sm">Release</Button>}
        title="Release it?"
        description="Agents see the approved text and schema again, not what the provider says now."
        reason={{ required: true }}
        confirmLabel="Release"
        onConfirm={({ reason }) => decide('release', reason)}
      />
    </div>
  );
}
