'use client';

import { ArrowDown, ArrowUp, Pin, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { Combobox } from '@/components/ui/combobox';
import { EmptyState } from '@/components/ui/empty-state';
import { Link, useNavigation } from '@/components/ui/navigation';
import type { Option } from '@/components/ui/select';
import { notify } from '@/components/ui/toast';
import { useUnsaved } from '@/components/ui/unsaved';
import { useSubmit } from '@/components/ui/use-submit';
import type { Agent, UpdateAgent } from '@/lib/schemas/agents';

type Result = { ok: true; data: Agent } | { ok: false; error: { message: string } };
type Props = {
  agent: Agent;
  editable: boolean;
  onSearch: (query: string) => Promise<readonly Option[]>;
  onSave: (input: UpdateAgent) => Promise<Result>;
};

/** Capabilities always offered to the agent, in their order. */
export function PinsEditor({ agent, editable, onSearch, onSave }: Props) {
  const { refresh } = useNavigation();
  const [pins, setPins] = useState<readonly string[]>(agent.pins);
  const changed = pins.join() !== agent.pins.join();
  const letGo = useUnsaved(changed);
  const save = useSubmit(onSave, {
    onDone: () => {
      letGo();
      notify.success('Pins saved');
      refresh();
    },
  });
  function move(index: number, by: number) {
    const next = [...pins];
    const [pin] = next.splice(index, 1);
    if (pin !== undefined) next.splice(index + by, 0, pin);
    setPins(next);
  }
  return (
    <Card
      title="Pins"
      description="Always offered, never counted against top-K. A pin still has to be granted."
      flush
      action={
        editable && (
          <Button
            size="sm"
            variant="primary"
            disabled={!changed}
            pending={save.pending}
            onClick={() =>
              save.submit({ id: agent.id, row_version: agent.row_version, pins: [...pins] })
            }
          >
            Save pins
          </Button>
        )
      }
    >
      {save.error && (
        <Callout tone="danger" className="m-4">
          {save.error}
        </Callout>
      )}
      {pins.length === 0 && (
        <EmptyState
          icon={<Pin />}
          title="No pins"
          description="Search below to pin a capability."
        />
      )}
      <div className="divide-y">
        <ol className="divide-y">
          {pins.map((pin, index) => (
            <li key={pin} className="flex h-9 items-center gap-2 pr-2.5 pl-4">
              <Link
                href={`/capabilities/${pin}`}
                title={pin}
                className="min-w-0 flex-1 truncate font-mono text-xs"
              >
                {pin}
              </Link>
              {editable && (
                <PinButtons
                  pin={pin}
                  first={index === 0}
                  last={index === pins.length - 1}
                  onMove={(by) => move(index, by)}
                  onRemove={() => setPins(pins.filter((other) => other !== pin))}
                />
              )}
            </li>
          ))}
        </ol>
        {editable && (
          <div className="px-4 py-3">
            <Combobox
              aria-label="Pin a capability"
              placeholder="Pin a capability"
              searchPlaceholder="Id or name"
              options={[]}
              value={null}
              onSearch={onSearch}
              onValueChange={(id) => id && !pins.includes(id) && setPins([...pins, id])}
            />
          </div>
        )}
      </div>
    </Card>
  );
}

function PinButtons(props: {
  pin: string;
  first: boolean;
  last: boolean;
  onMove: (by: number) => void;
  onRemove: () => void;
}) {
  const { pin, first, last, onMove, onRemove } = props;
  return (
    <>
      <Button
        size="icon-sm"
        variant="ghost"
        aria-label={`Move ${pin} up`}
        disabled={first}
        onClick={() => onMove(-1)}
      >
        <ArrowUp aria-hidden />
      </Button>
      <Button
        size="icon-sm"
        variant="ghost"
        aria-label={`Move ${pin} down`}
        disabled={last}
        onClick={() => onMove(1)}
      >
        <ArrowDown aria-hidden />
      </Button>
      <Button size="icon-sm" variant="ghost" aria-label={`Unpin ${pin}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </>
  );
}
