'use client';

import { Check, ListFilter, X } from 'lucide-react';
import { useState } from 'react';
import { cn } from '@/components/ui/cn';
import { OptionList } from '@/components/ui/option-list';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import type { Option } from '@/components/ui/select';
import type { Facet, FacetOption } from './types';

type FacetFilterProps = { facet: Facet; chosen: string[]; onChange: (values: string[]) => void };

const toOption = ({ count, ...option }: FacetOption): Option => ({
  ...option,
  hint: count === undefined ? undefined : count.toLocaleString('en'),
});

/** One filter as a chip: dashed at rest, solid with its values when it narrows. */
export function FacetFilter({ facet, chosen, onChange }: FacetFilterProps) {
  const [open, setOpen] = useState(false);
  const single = facet.mode === 'one';
  const label = (value: string) =>
    facet.options.find((option) => option.value === value)?.label ?? value;
  const { onSearch } = facet;

  function choose(option: Option) {
    const on = chosen.includes(option.value);
    if (single) {
      onChange(on ? [] : [option.value]);
      setOpen(false);
    } else {
      onChange(on ? chosen.filter((v) => v !== option.value) : [...chosen, option.value]);
    }
  }

  const active = chosen.length > 0;
  const shown = chosen.length > 2 ? `${chosen.length} chosen` : chosen.map(label).join(', ');
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <span
        className={cn(
          'inline-flex h-7 max-w-64 items-center rounded-md border text-table transition-colors',
          active
            ? 'border-accent/50 bg-accent-soft'
            : 'border-border-strong border-dashed hover:bg-hover',
        )}
      >
        <PopoverTrigger
          title={active ? `${facet.label}: ${chosen.map(label).join(', ')}` : undefined}
          className="inline-flex h-full min-w-0 items-center gap-1.5 rounded-md px-2"
        >
          {!active && <ListFilter aria-hidden className="size-3.5 shrink-0 text-muted" />}
          <span className={cn('shrink-0', active ? 'text-muted' : 'text-foreground')}>
            {facet.label}
          </span>
          {active && <span className="truncate font-medium">{shown}</span>}
        </PopoverTrigger>
        {active && (
          <button
            type="button"
            aria-label={`Clear filter ${facet.label}`}
            onClick={() => onChange([])}
            className="mr-0.5 grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-foreground"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        )}
      </span>
      <PopoverContent className="w-60 p-0">
        <OptionList
          options={facet.options.map(toOption)}
          onSearch={onSearch ? async (query) => (await onSearch(query)).map(toOption) : undefined}
          placeholder={`Filter ${facet.label.toLowerCase()}`}
          emptyText="Nothing matches"
          onChoose={choose}
          renderLead={(option) => <Mark on={chosen.includes(option.value)} round={single} />}
        />
      </PopoverContent>
    </Popover>
  );
}

function Mark({ on, round }: { on: boolean; round: boolean }) {
  return (
    <span
      className={cn(
        'grid size-4 shrink-0 place-items-center border',
        round ? 'rounded-full' : 'rounded-sm',
        on ? 'border-primary bg-primary text-primary-foreground' : 'border-control',
      )}
    >
      {on && <Check aria-label="chosen" strokeWidth={3} className="size-3!" />}
    </span>
  );
}
