'use client';

import { useState } from 'react';
import { ConfirmDialog, type ConfirmResult } from '@/components/ui/confirm-dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { CapabilityView } from '@/lib/schemas/catalog-views';

export type DeprecateInput = {
  capability_id: string;
  disable_at: string;
  replacement: { capability_id: string } | null;
  migration_note: string;
};

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  view: CapabilityView;
  onConfirm: (input: DeprecateInput) => Promise<ConfirmResult>;
};

/** Announces the end: who still calls it, when it ends, what replaces it, what to do. */
export function DeprecateDialog({ open, onOpenChange, view, onConfirm }: Props) {
  const { capability, calls } = view;
  const [day, setDay] = useState('');
  const [replacement, setReplacement] = useState('');
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Deprecate ${capability.name}?`}
      description="Agents keep using it until it ends, and are told at every call."
      impact={
        <ul className="grid gap-1 text-table">
          <li>{calls.agents} agents called it in the last 30 days</li>
          <li>{calls.calls24h.toLocaleString('en')} calls in the last 24 h</li>
          <li>{view.access.length} grants reach it</li>
        </ul>
      }
      reason={{
        label: 'Migration note',
        hint: 'What owners of agents have to do. They read it.',
        required: true,
      }}
      confirmLabel={`Deprecate for ${calls.agents} agents`}
      onConfirm={({ reason }) => {
        if (!day) return { error: 'Choose the day on which it ends.' };
        return onConfirm({
          capability_id: capability.id,
          disable_at: new Date(`${day}T00:00:00Z`).toISOString(),
          replacement: replacement.trim() ? { capability_id: replacement.trim() } : null,
          migration_note: reason,
        });
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Ends on" required hint="At midnight UTC calls are denied.">
          <Input type="date" value={day} onChange={(event) => setDay(event.target.value)} />
        </Field>
        <Field label="Replacement" hint="The id of a capability in production, if there is one.">
          <Input
            value={replacement}
            spellCheck={false}
            className="font-mono text-xs"
            onChange={(event) => setReplacement(event.target.value)}
          />
        </Field>
      </div>
    </ConfirmDialog>
  );
}
