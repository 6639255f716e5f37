'use client';

import { Plus, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { MappingKind, MappingRow } from './mapping';

const KINDS: readonly { value: MappingKind; label: string; place: string; other: string | null }[] =
  [
    { value: 'rename', label: 'Rename', place: 'Old name', other: 'New name' },
    { value: 'constant', label: 'Always set', place: 'New name', other: 'Value, as JSON' },
    { value: 'default', label: 'Set if missing', place: 'New name', other: 'Value, as JSON' },
    { value: 'drop', label: 'Leave out', place: 'Old name', other: null },
  ];

type Props = { rows: readonly MappingRow[]; onChange: (rows: MappingRow[]) => void };

/** How old arguments become new ones, a row each. */
export function MappingEditor({ rows, onChange }: Props) {
  const set = (key: number, part: Partial<MappingRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = () => {
    const key = Math.max(0, ...rows.map((row) => row.key)) + 1;
    onChange([...rows, { key, kind: 'rename', place: '', value: '' }]);
  };
  return (
    <div className="grid gap-2">
      {rows.map((row, index) => (
        <Row
          key={row.key}
          row={row}
          at={index + 1}
          onSet={(part) => set(row.key, part)}
          onRemove={() => onChange(rows.filter((other) => other.key !== row.key))}
        />
      ))}
      <div>
        <Button size="sm" type="button" onClick={add}>
          <Plus aria-hidden />
          Map an argument
        </Button>
      </div>
    </div>
  );
}

function Row(props: {
  row: MappingRow;
  at: number;
  onSet: (part: Partial<MappingRow>) => void;
  onRemove: () => void;
}) {
  const { row, at, onSet } = props;
  const kind = KINDS.find((one) => one.value === row.kind) ?? KINDS[0];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)_auto]">
      <Select
        aria-label={`What happens to argument ${at}`}
        className="max-sm:col-start-1 max-sm:row-start-1"
        value={row.kind}
        options={KINDS.map(({ value, label }) => ({ value, label }))}
        onValueChange={(value) =>
          onSet({ kind: KINDS.find((one) => one.value === value)?.value ?? 'rename' })
        }
      />
      <Input
        aria-label={`${kind?.place} of argument ${at}`}
        placeholder={kind?.place}
        spellCheck={false}
        className="font-mono text-xs max-sm:col-span-2 max-sm:row-start-2"
        value={row.place}
        onChange={(event) => onSet({ place: event.target.value })}
      />
      {kind?.other ? (
        <Input
          aria-label={`${kind.other} of argument ${at}`}
          placeholder={kind.other}
          spellCheck={false}
          className="font-mono text-xs max-sm:col-span-2 max-sm:row-start-3"
          value={row.value}
          onChange={(event) => onSet({ value: event.target.value })}
        />
      ) : (
        <span className="max-sm:hidden" />
      )}
      <Button
        size="icon-sm"
        variant="ghost"
        type="button"
        className="max-sm:col-start-2 max-sm:row-start-1"
        aria-label={`Remove the mapping of argument ${at}`}
        onClick={props.onRemove}
      >
        <X aria-hidden />
      </Button>
    </div>
  );
}
