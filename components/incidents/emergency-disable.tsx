'use client';

import { OctagonX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogContent } from '@/components/ui/dialog';
import { Link, useNavigation } from '@/components/ui/navigation';
import { Skeleton } from '@/components/ui/skeleton';
import { Tooltip } from '@/components/ui/tooltip';
import type { IncidentTarget, OpenedIncident } from '@/lib/schemas/incidents';
import type { Impact } from '@/lib/schemas/usage';
import { ImpactSummary } from './impact-summary';
import { ReplicaList } from './replica-list';

type Result<T> = { ok: true; data: T } | { ok: false; error: { message: string } };

export type EmergencyDisableProps = {
  target: IncidentTarget;
  canPress: boolean;
  /** Shown when the button cannot be pressed. */
  whyNot?: string | undefined;
  /** The incident that has stopped it already; the way to it takes the button's place. */
  openIncident?: string | undefined;
  /** Reads who is hit; asked each time the dialog opens. */
  onImpact: (target: IncidentTarget) => Promise<Result<Impact>>;
  onDisable: (input: { target: IncidentTarget; reason: string }) => Promise<Result<OpenedIncident>>;
};

/**
 * The red button: impact before the reason, a label that says what it does, and how long each
 * replica took once it is done.
 */
export function EmergencyDisable(props: EmergencyDisableProps) {
  const [open, setOpen] = useState(false);
  const [impact, setImpact] = useState<Result<Impact> | null>(null);
  const [done, setDone] = useState<OpenedIncident | null>(null);
  const { onImpact } = props;
  const { kind, id } = props.target;

  useEffect(() => {
    if (!open) return;
    let current = true;
    setImpact(null);
    onImpact({ kind, id }).then((result) => {
      if (current) setImpact(result);
    });
    return () => {
      current = false;
    };
  }, [open, kind, id, onImpact]);

  return (
    <>
      <Press {...props} open={open} setOpen={setOpen} impact={impact} onDone={setDone} />
      <Dialog open={done !== null} onOpenChange={(next) => !next && setDone(null)}>
        {done && <Done incident={done} />}
      </Dialog>
    </>
  );
}

type PressProps = EmergencyDisableProps & {
  open: boolean;
  setOpen: (open: boolean) => void;
  impact: Result<Impact> | null;
  onDone: (incident: OpenedIncident) => void;
};

function Press(props: PressProps) {
  const { target, canPress, whyNot, openIncident, open, setOpen, impact } = props;
  const { refresh } = useNavigation();
  const { kind, id } = target;
  if (openIncident) {
    return (
      <Button asChild variant="danger-outline">
        <Link href={`/incidents/${openIncident}`}>
          <OctagonX aria-hidden />
          Open incident
        </Link>
      </Button>
    );
  }
  if (!canPress) return <DisabledButton whyNot={whyNot} />;
  return (
    <ConfirmDialog
      danger
      size="lg"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="danger-outline">
          <OctagonX aria-hidden />
          Emergency disable
        </Button>
      }
      title={`Stop ${id} now?`}
      description={`Stops discovery and every call of this ${kind}, on every replica, calls in flight included. Its status does not change. A second person restores it.`}
      impact={<ImpactBox impact={impact} />}
      reason={{
        required: true,
        hint: 'Kept on record with your name; everyone hit can read it.',
      }}
      confirmLabel={confirmLabel(kind, impact)}
      onConfirm={async ({ reason }) => {
        const result = await props.onDisable({ target, reason });
        if (!result.ok) return { error: result.error.message };
        props.onDone(result.data);
        refresh();
        return undefined;
      }}
    />
  );
}

function DisabledButton({ whyNot }: { whyNot?: string | undefined }) {
  return (
    <Tooltip content={whyNot ?? 'You may not press the emergency disable here.'}>
      {/* A disabled button takes no focus; the reason must be reachable by keyboard. */}
      <Button variant="danger-outline" aria-disabled className="opacity-50">
        <OctagonX aria-hidden />
        Emergency disable
      </Button>
    </Tooltip>
  );
}

function confirmLabel(kind: IncidentTarget['kind'], impact: Result<Impact> | null): string {
  if (!impact?.ok) return `Disable this ${kind}`;
  const count = impact.data.agents.length;
  if (kind === 'agent') return 'Disable this agent';
  if (count === 0) return 'Disable; no agent is hit';
  return `Disable for ${count} ${count === 1 ? 'agent' : 'agents'}`;
}

function ImpactBox({ impact }: { impact: Result<Impact> | null }) {
  if (impact === null) {
    return (
      <div className="grid gap-2" aria-busy>
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-20 w-full" />
      </div>
    );
  }
  if (!impact.ok) {
    return (
      <Callout tone="warning" title="Who is hit cannot be told now">
        {impact.error.message} You can disable it all the same.
      </Callout>
    );
  }
  return <ImpactSummary impact={impact.data} />;
}

function Done({ incident }: { incident: OpenedIncident }) {
  return (
    <DialogContent
      title={`${incident.target.id} is stopped`}
      description="No call of it can start any more, on any replica."
      footer={
        <Button asChild variant="primary">
          <Link href={`/incidents/${incident.id}`}>Open the incident</Link>
        </Button>
      }
    >
      <ReplicaList replicas={incident.replicas} bare />
    </DialogContent>
  );
}
