'use client';

import { useState } from 'react';
import { RISK_OPTIONS } from '@/components/catalog/risk-badge';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { ChipInput } from '@/components/ui/chip-input';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { notify } from '@/components/ui/toast';
import { useUnsaved } from '@/components/ui/unsaved';
import { useSubmit } from '@/components/ui/use-submit';
import { RISKS } from '@/lib/core/shared/domain';
import type { Agent, UpdateAgent } from '@/lib/schemas/agents';

type Result = { ok: true; data: Agent } | { ok: false; error: { message: string } };
type Props = {
  agent: Agent;
  teams: readonly { id: string; name: string }[];
  profiles: readonly { id: string; name: string }[];
  mayGiveRoles: boolean;
  onSave: (input: UpdateAgent) => Promise<Result>;
};

const NONE = 'none';
const FIELDS = ['name', 'description', 'owner', 'top_k', 'risk_ceiling', 'profile', 'roles'];

/** What an agent is and how far it reaches. Grants and keys have their own tabs. */
export function AgentForm({ agent, teams, profiles, mayGiveRoles, onSave }: Props) {
  const { refresh } = useNavigation();
  const [draft, setDraft] = useState(agent);
  const [stored, setStored] = useState(agent);
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(stored));
  const change = (part: Partial<Agent>) => setDraft((old) => ({ ...old, ...part }));
  const save = useSubmit(onSave, {
    fields: FIELDS,
    onDone: (saved) => {
      setDraft(saved);
      setStored(saved);
      notify.success('Saved');
      refresh();
    },
  });
  const all = draft.allowed_providers.includes('*');
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.submit({
          id: agent.id,
          row_version: draft.row_version,
          name: draft.name,
          description: draft.description,
          owner: draft.owner,
          profile: draft.profile,
          top_k: draft.top_k,
          risk_ceiling: draft.risk_ceiling,
          allowed_providers: draft.allowed_providers,
          resolver_enabled: draft.resolver_enabled,
          small_catalog_all: draft.small_catalog_all,
          unhealthy_policy: draft.unhealthy_policy,
          ...(mayGiveRoles ? { roles: draft.roles } : {}),
        });
      }}
    >
      {save.error && <Callout tone="danger">{save.error}</Callout>}
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Name" error={save.at('name')} required>
          <Input value={draft.name} onChange={(e) => change({ name: e.target.value })} />
        </Field>
        <Field
          label="Owner"
          hint="Another team is offered it, and owns it once it agrees."
          error={save.at('owner')}
        >
          <Select
            value={draft.owner}
            onValueChange={(owner) => change({ owner })}
            options={teams.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      </div>
      <Field label="Description" error={save.at('description')}>
        <Textarea
          rows={2}
          value={draft.description}
          onChange={(e) => change({ description: e.target.value })}
        />
      </Field>
      <div className="grid gap-4 md:grid-cols-3">
        <Field
          label="Highest risk"
          error={save.at('risk_ceiling')}
          hint="What is above it is hidden."
        >
          <Select
            value={draft.risk_ceiling ?? NONE}
            onValueChange={(value) =>
              change({ risk_ceiling: RISKS.find((risk) => risk === value) ?? null })
            }
            options={[{ value: NONE, label: 'No ceiling' }, ...RISK_OPTIONS]}
          />
        </Field>
        <Field label="Top-K" error={save.at('top_k')} hint="Empty: the tenant’s default.">
          <Input
            type="number"
            min={1}
            max={100}
            value={draft.top_k ?? ''}
            onChange={(e) => change({ top_k: e.target.value ? Number(e.target.value) : null })}
          />
        </Field>
        <Field label="Profile" error={save.at('profile')} hint="Tags and types it prefers.">
          <Select
            value={draft.profile ?? NONE}
            onValueChange={(value) => change({ profile: value === NONE ? null : value })}
            options={[
              { value: NONE, label: 'None' },
              ...profiles.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
      </div>
      <Switch
        label="May reach every provider"
        hint="Also those registered later. Off: only the ones named below."
        checked={all}
        onCheckedChange={(on) => change({ allowed_providers: on ? ['*'] : [] })}
      />
      {!all && (
        <Field
          label="Allowed providers"
          hint="Provider ids. With none, no MCP capability is reachable, even one granted by name."
        >
          <ChipInput
            value={draft.allowed_providers}
            onValueChange={(allowed_providers) => change({ allowed_providers })}
            placeholder="github, filesystem"
          />
        </Field>
      )}
      <Field
        label="Roles"
        error={save.at('roles')}
        hint={
          mayGiveRoles ? 'Roles capabilities may require.' : 'Only an admin gives roles to agents.'
        }
      >
        <ChipInput
          value={draft.roles}
          onValueChange={(roles) => change({ roles })}
          disabled={!mayGiveRoles}
        />
      </Field>
      <Switch
        label="Hide what is unhealthy"
        hint="Off: unhealthy capabilities are ranked down."
        checked={draft.unhealthy_policy === 'hide'}
        onCheckedChange={(on) => change({ unhealthy_policy: on ? 'hide' : 'rank_down' })}
      />
      <Switch
        label="Hand over a small catalog whole"
        hint="Below the tenant’s threshold, discovery answers with everything allowed."
        checked={draft.small_catalog_all}
        onCheckedChange={(small_catalog_all) => change({ small_catalog_all })}
      />
      <Switch
        label="Resolve tools for this agent"
        hint="Off: its client keeps its own tools untouched."
        checked={draft.resolver_enabled}
        onCheckedChange={(resolver_enabled) => change({ resolver_enabled })}
      />
      <div>
        <Button type="submit" variant="primary" pending={save.pending}>
          Save changes
        </Button>
      </div>
    </form>
  );
}
