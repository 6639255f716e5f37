'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { Select } from '@/components/ui/select';
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
  const id = ownId ?? idFrom(name);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="primary">
          <Plus aria-hidden />
          Register agent
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Register an agent"
        description="It can do nothing until something is granted to it."
        footer={
          <>
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
            <Button type="submit" form="new-agent" variant="primary" pending={create.pending}>
              Register agent
            </Button>
          </>
        }
      >
        <form
          id="new-agent"
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            const allowed = everyProvider ? ['*'] : [];
            create.submit({ id, name, description, owner, allowed_providers: allowed });
          }}
        >
          {create.error && <Callout tone="danger">{create.error}</Callout>}
          <Field label="Name" error={create.at('name')} required>
            <Input
              value={name}
              onChange={(e) => setName(e.target.value)}
              placeholder="Release agent"
            />
          </Field>
          <Field
            label="Id"
            hint="Never changes; used in the ledger."
            error={create.at('id')}
            required
          >
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
            <Textarea
              rows={2}
              value={description}
              onChange={(e) => setDescription(e.target.value)}
            />
          </Field>
          <Switch
            label="May reach every provider"
            hint="Off: no MCP capability until you name providers. Grants decide what it may use either way."
            checked={everyProvider}
            onCheckedChange={setEveryProvider}
          />
        </form>
      </DialogContent>
    </Dialog>
  );
}

function idFrom(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 63);
}
