'use client';

import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { useNavigation } from '@/components/ui/navigation';
import type { Option } from '@/components/ui/select';
import { notify } from '@/components/ui/toast';
import { useUnsaved } from '@/components/ui/unsaved';
import { useSubmit } from '@/components/ui/use-submit';
import type { GrantInput } from '@/lib/schemas/agents';
import { AddGrant } from './add-grant';
import { targetOf } from './grant-model';
import { GrantRows } from './grant-rows';

type Saved = { items: GrantInput[]; row_version: number };
type Props = {
  agentId: string;
  grants: readonly GrantInput[];
  rowVersion: number;
  editable: boolean;
  onSearch: (kind: 'capability' | 'provider', query: string) => Promise<readonly Option[]>;
  onSave: (input: {
    agent_id: string;
    grants: GrantInput[];
    if_version: number;
  }) => Promise<{ ok: true; data: Saved } | { ok: false; error: { message: string } }>;
};

const keyOf = (grant: GrantInput) => JSON.stringify(targetOf(grant));

/** All grants of an agent, changed together and saved as one set. */
export function GrantsEditor({ agentId, grants, rowVersion, editable, onSearch, onSave }: Props) {
  const { refresh } = useNavigation();
  const [rows, setRows] = useState<readonly GrantInput[]>(grants);
  const [saved, setSaved] = useState({ text: JSON.stringify(grants), version: rowVersion });
  const save = useSubmit(onSave, {
    onDone: (data) => {
      setRows(data.items);
      setSaved({ text: JSON.stringify(data.items), version: data.row_version });
      notify.success('Grants saved');
      refresh();
    },
  });
  const changed = JSON.stringify(rows) !== saved.text;
  useUnsaved(changed);
  const errorAt = (index: number) =>
    ['target', 'target.capability', 'target.provider', 'scopes', 'until', 'major', '']
      .map((field) => save.at(field ? `${index}.${field}` : `grants.${index}`))
      .find((message) => message !== null) ?? null;
  return (
    <Card
      title="Grants"
      description="Nothing is allowed unless a grant gives it. HIGH and CRITICAL take a grant that names the capability, and a yes of its owner."
      flush
      action={
        editable ? (
          <Button
            size="sm"
            variant="primary"
            disabled={!changed}
            pending={save.pending}
            onClick={() =>
              save.submit({ agent_id: agentId, grants: [...rows], if_version: saved.version })
            }
          >
            Save grants
          </Button>
        ) : (
          <span className="text-muted text-xs">Only members of the owning team change grants.</span>
        )
      }
    >
      {save.error && (
        <Callout tone="danger" className="m-3">
          {save.error}
        </Callout>
      )}
      {rows.length === 0 ? (
        <EmptyState
          icon={<ShieldCheck />}
          title="Nothing is granted"
          description="Until something is, this agent discovers nothing and every call is denied."
        />
      ) : (
        <GrantRows
          grants={rows}
          editable={editable}
          errorAt={errorAt}
          onChange={(index, part) =>
            setRows(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
          }
          onRemove={(index) => setRows(rows.filter((_, at) => at !== index))}
        />
      )}
      {editable && (
        <AddGrant
          onSearch={onSearch}
          onAdd={(grant) => {
            if (!rows.some((row) => keyOf(row) === keyOf(grant))) setRows([...rows, grant]);
          }}
        />
      )}
    </Card>
  );
}
