'use client';

import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Link } from '@/components/ui/navigation';
import type { CapabilityView, Gate, HistoryRow } from '@/lib/schemas/catalog-views';
import { editPlaceOf } from './gate-place';
import { type OnSmoke, useSmoke } from './use-smoke';

type Props = { view: CapabilityView; onSmoke: OnSmoke };

/** What stands in the way of the next step, each with the way to its fix. */
export function GateList({ view, onSmoke }: Props) {
  return (
    <ul id="gates" className="grid scroll-mt-20 gap-2">
      {view.next?.gates.map((gate) => (
        <li key={`${gate.field} ${gate.message}`}>
          {gate.field === 'smoke' && view.may.smoke ? (
            <SmokeGate gate={gate} view={view} onSmoke={onSmoke} />
          ) : (
            <GateBox gate={gate} action={<EditLink gate={gate} view={view} />} />
          )}
        </li>
      ))}
    </ul>
  );
}

function GateBox(props: { gate: Gate; detail?: string | null; action: React.ReactNode }) {
  const { gate, detail, action } = props;
  return (
    <Callout
      tone={gate.severity === 'error' ? 'warning' : 'neutral'}
      title={gate.message}
      action={action}
    >
      {detail && <p className="text-table">{detail}</p>}
      <p className="text-table">{gate.fix}</p>
    </Callout>
  );
}

function EditLink({ gate, view }: { gate: Gate; view: CapabilityView }) {
  const place = view.may.edit ? editPlaceOf(view.capability.id, gate.field) : null;
  if (place === null) return null;
  return (
    <Button asChild size="sm">
      <Link href={place}>{gate.field === 'smoke' ? 'Safe example' : 'Fix it'}</Link>
    </Button>
  );
}

function SmokeGate({ gate, view, onSmoke }: Props & { gate: Gate }) {
  const { run, pending, failure } = useSmoke(view.capability.id, onSmoke);
  return (
    <GateBox
      gate={gate}
      detail={failure ?? lastSmokeDetail(view.history)}
      action={
        <span className="flex gap-2">
          <EditLink gate={gate} view={view} />
          <Button size="sm" pending={pending} onClick={run}>
            Run smoke call
          </Button>
        </span>
      }
    />
  );
}

const SMOKE = 'capability.smoke';
const EDITS = ['capability.update', 'capability.edit', 'capability.publish', 'capability.refresh'];

/** Why the smoke call failed, where the trail is the reader's to see; an edit makes it void. */
function lastSmokeDetail(history: readonly HistoryRow[] | null): string | null {
  const last = history?.find(({ action }) => action === SMOKE || EDITS.includes(action));
  if (last?.action !== SMOKE) return null;
  const detail = last.changes.find((change) => change.field === 'detail')?.after;
  return typeof detail === 'string' ? detail : null;
}
