'use client';

import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { dayOf, endOfDay } from '@/components/agents/grant-model';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Combobox } from '@/components/ui/combobox';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input, Textarea } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import { useSubmit } from '@/components/ui/use-submit';
import type { AccessRequestView, CreateAccessRequest } from '@/lib/schemas/access-requests';
import { ScopeBoxes } from './scope-boxes';

type Named = { id: string; name: string };
type Result =
  | { ok: true; data: AccessRequestView }
  | { ok: false; error: { message: string; fieldErrors?: Record<string, string> } };

type Props = {
  capability: { id: string; owner_name: string; required: string[]; optional: string[] };
  /** Agents this person may ask for. */
  agents: readonly Named[];
  /** The agent to ask for, chosen elsewhere: the dialog starts open. */
  agentId?: string | undefined;
  onRequest: (input: CreateAccessRequest) => Promise<Result>;
};

const QUARTER_MS = 90 * 86_400_000;

/** Asks the owners of a capability for access, for one agent and until a day. */
export function RequestAccess({ capability, agents, agentId, onRequest }: Props) {
  const { push } = useNavigation();
  const only = agents.length === 1 ? (agents[0]?.id ?? null) : null;
  const [open, setOpen] = useState(agentId !== undefined);
  const [agent, setAgent] = useState(agentId ?? only);
  const [invoke, setInvoke] = useState(true);
  const [scopes, setScopes] = useState<readonly string[]>(capability.required);
  const [until, setUntil] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  // The day is the browser's to know; a page rendered yesterday would offer another.
  const day = until ?? (open ? dayOf(new Date(Date.now() + QUARTER_MS).toISOString()) : '');
  const ask = useSubmit(onRequest, {
    fields: ['agent_id', 'scopes', 'until', 'reason'],
    onDone: (made) => {
      setOpen(false);
      notify.success('Access is asked for', { description: `${capability.owner_name} decides.` });
      push(`/access-requests/${made.id}`);
    },
  });
  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" variant="primary">
          <KeyRound aria-hidden />
          Request access
        </Button>
      }
      title={`Ask for ${capability.id}`}
      description={`${capability.owner_name} owns it and decides. The grant follows a yes.`}
      submitLabel="Ask for access"
      pending={ask.pending}
      disabled={agent === null}
      error={ask.error ?? ask.at('capability_id')}
      onSubmit={() =>
        ask.submit({
          agent_id: agent ?? '',
          capability_id: capability.id,
          invoke,
          scopes: [...scopes],
          reason,
          until: endOfDay(day) ?? '',
        })
      }
    >
      <Field label="Agent" error={ask.at('agent_id')} required>
        <Combobox
          options={agents.map(({ id, name }) => ({ value: id, label: name, hint: id }))}
          value={agent}
          onValueChange={setAgent}
          placeholder="Choose one of your agents"
        />
      </Field>
      <Checkbox
        label="Also call it"
        hint="Without this it may only be discovered."
        checked={invoke}
        onCheckedChange={(on) => setInvoke(on === true)}
      />
      <ScopeBoxes
        scopes={[...capability.required, ...capability.optional]}
        required={capability.required}
        chosen={scopes}
        onChange={setScopes}
        error={ask.at('scopes')}
      />
      <Field label="Until" hint="The end of this day, UTC." error={ask.at('until')} required>
        <Input
          type="date"
          className="w-40"
          value={day}
          onChange={(event) => setUntil(event.target.value)}
        />
      </Field>
      <Field
        label="Reason"
        hint="The owners read it; it is kept on record."
        error={ask.at('reason')}
        required
      >
        <Textarea rows={3} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
