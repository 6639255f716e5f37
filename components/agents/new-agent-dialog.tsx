'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input, Textarea } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { Select } from '@/components/ui/select';
import { slugOf } from '@/components/ui/slug';
import { Switch } from '@/components/ui/switch';
import { notify } from '@/components/ui/toast';
import { useSubmit } from '@/components/ui/use-submit';
import type { Agent } from '@/lib/schemas/agents';

type NewAgent = {
  id: string;
  name: string;
  description: string;
  owner: string;
  allowed_providers: string[];
};
type Result = { ok: true; data: Agent } | { ok: false; error: { message: string } };

type Props = {
  teams: readonly { id: string; name: string }[];
  startOpen: boolean;
  onCreate: (input: NewAgent) => Promise<Result>;
};

const FIELDS = ['id', 'name', 'description', 'owner'];

/** Registers an agent, then goes to it: grants and a key come next. */
export function NewAgentDialog({ teams, startOpen, onCreate }: Props) {
  const { push } = useNavigation();
  const [open, setOpen] = useState(startOpen);
  const [name, setName] = useState('');
  const [ownId, setOwnId] = useState<string | null>(null);
  const [description, setDescription] = useState('');
  const [owner, setOwner] = useState(teams[0]?.id ?? '');
  const [everyProvider, setEveryProvider] = useState(true);
  const create = useSubmit(onCreate, {
    fields: FIELDS,
    onDone: (agent) => {
      notify.success(`${agent.name} is registered`, {
        description: 'Grant something, then make a key.',
      });
      push(`/agents/${agent.id}?tab=grants`);
    },
  });
  const id = ownId ?? slugOf(name);
  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary">
          <Plus aria-hidden />
          Register agent
        </Button>
      }
      title="Register an agent"
      description="It can do nothing until something is granted to it."
      submitLabel="Register agent"
      pending={create.pending}
      error={create.error}
      onSubmit={() => {
        const allowed = everyProvider ? ['*'] : [];
        create.submit({ id, name, description, owner, allowed_providers: allowed });
      }}
    >
      <Field label="Name" error={create.at('name')} required>
        <Input value={name} onChange={(e) => setName(e.target.value)} placeholder="Release agent" />
      </Field>
      <Field label="Id" hint="Never changes; used in the ledger." error={create.at('id')} required>
        <Input className="font-mono" value={id} onChange={(e) => setOwnId(e.target.value)} />
      </Field>
      <Field
        label="Owner"
        hint="Its members manage grants and keys."
        error={create.at('owner')}
        required
      >
        <Select
          value={owner}
          onValueChange={setOwner}
          options={teams.map((team) => ({ value: team.id, label: team.name }))}
        />
      </Field>
      <Field label="Description" error={create.at('description')}>
        <Textarea rows={2} value={description} onChange={(e) => setDescription(e.target.value)} />
      </Field>
      <Switch
        label="May reach every provider"
        hint="Off: no MCP capability until you name providers. Grants decide what it may use either way."
        checked={everyProvider}
        onCheckedChange={setEveryProvider}
      />
    </FormDialog>
  );
}
