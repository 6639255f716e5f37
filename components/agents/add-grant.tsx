'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Combobox } from '@/components/ui/combobox';
import { Input } from '@/components/ui/input';
import { type Option, Select } from '@/components/ui/select';
import {
  CAPABILITY_TYPES,
  GRANT_TARGET_KINDS,
  type GrantTargetKind,
} from '@/lib/core/shared/domain';
import type { GrantInput } from '@/lib/schemas/agents';
import { newGrant } from './grant-model';

type Props = {
  onSearch: (kind: 'capability' | 'provider', query: string) => Promise<readonly Option[]>;
  onAdd: (grant: GrantInput) => void;
};

const KIND_LABELS: Record<GrantTargetKind, string> = {
  capability: 'A capability',
  provider: 'All of a provider',
  tag: 'All with a tag',
  type: 'All of a type',
};

/** Chooses what the next grant is on. All but a capability's own name leave HIGH and CRITICAL out. */
export function AddGrant({ onSearch, onAdd }: Props) {
  const [kind, setKind] = useState<GrantTargetKind>('capability');
  const [text, setText] = useState('');
  function add(id: string | null) {
    const grant = newGrant(kind, (id ?? '').trim());
    if (!grant) return;
    onAdd(grant);
    setText('');
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-t px-4 py-3">
      <Select
        aria-label="Grant on"
        className="w-44"
        value={kind}
        onValueChange={(value) =>
          setKind(GRANT_TARGET_KINDS.find((known) => known === value) ?? 'capability')
        }
        options={GRANT_TARGET_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
      />
      <div className="min-w-56 flex-1">
        {(kind === 'capability' || kind === 'provider') && (
          <Combobox
            key={kind}
            aria-label={`Choose a ${kind}`}
            placeholder={`Choose a ${kind}`}
            searchPlaceholder="Id or name"
            options={[]}
            value={null}
            onSearch={(query) => onSearch(kind, query)}
            onValueChange={add}
          />
        )}
        {kind === 'type' && (
          <Combobox
            aria-label="Choose a type"
            placeholder="Choose a type"
            options={CAPABILITY_TYPES.map((value) => ({ value, label: value }))}
            value={null}
            onValueChange={add}
          />
        )}
        {kind === 'tag' && (
          <form
            className="flex gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              add(text.toLowerCase());
            }}
          >
            <Input
              aria-label="Tag"
              placeholder="Tag"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit">Add</Button>
          </form>
        )}
      </div>
      {kind !== 'capability' && (
        <p className="w-full text-muted text-xs">
          Reaches LOW and MEDIUM, now and later. HIGH and CRITICAL are granted one by one.
        </p>
      )}
    </div>
  );
}
