'use client';

import { Check, ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { cn } from './cn';
import { useFieldControl } from './field';
import { controlStyles } from './input';
import { OptionList } from './option-list';
import { Popover, PopoverContent, PopoverTrigger } from './popover';
import type { Option } from './select';

export type ComboboxProps = {
  /** The options, or the first ones when `onSearch` finds the rest. */
  options: readonly Option[];
  /** Asks the server; called with the typed text, 150 ms after the last key. */
  onSearch?: (query: string) => Promise<readonly Option[]>;
  value?: string | null;
  defaultValue?: string | null;
  onValueChange?: (value: string | null) => void;
  /** Shown when the value is not among the options. */
  selectedLabel?: string;
  placeholder?: string;
  searchPlaceholder?: string;
  emptyText?: string;
  /** Lets the choice be taken back. */
  clearable?: boolean;
  name?: string;
  disabled?: boolean;
  className?: string;
  'aria-label'?: string;
};

/** One from a long list, by typing. */
export function Combobox(props: ComboboxProps) {
  const { labelId, required: _, ...wired } = useFieldControl({});
  const [open, setOpen] = useState(false);
  const [own, setOwn] = useState<string | null>(props.defaultValue ?? null);
  const [known, setKnown] = useState<Option | null>(null);
  const value = props.value === undefined ? own : props.value;
  const chosen =
    props.options.find((option) => option.value === value) ??
    (known?.value === value ? known : null);
  const label = chosen?.label ?? (value ? (props.selectedLabel ?? value) : null);

  function choose(option: Option) {
    const next = option.value === value && props.clearable ? null : option.value;
    setOwn(next);
    setKnown(option);
    props.onValueChange?.(next);
    setOpen(false);
  }

  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger
        {...wired}
        disabled={props.disabled}
        role="combobox"
        aria-expanded={open}
        aria-haspopup="listbox"
        aria-label={props['aria-label']}
        aria-labelledby={props['aria-label'] || !labelId ? undefined : `${labelId} ${wired.id}`}
        className={cn(
          controlStyles,
          'inline-flex h-8 items-center justify-between gap-2 px-2.5 text-left',
          props.className,
        )}
      >
        <span
          title={label ?? undefined}
          className={cn('flex min-w-0 items-center gap-2 truncate', !label && 'text-muted')}
        >
          {chosen?.icon}
          {label ?? props.placeholder ?? 'Choose'}
        </span>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted" />
      </PopoverTrigger>
      {props.name && <input type="hidden" name={props.name} value={value ?? ''} />}
      <PopoverContent className="w-(--radix-popover-trigger-width) min-w-56 p-0">
        <OptionList
          options={props.options}
          {...(props.onSearch ? { onSearch: props.onSearch } : {})}
          placeholder={props.searchPlaceholder ?? 'Search'}
          emptyText={props.emptyText ?? 'Nothing matches'}
          onChoose={choose}
          renderMark={(option) =>
            option.value === value ? <Check aria-hidden className="ml-auto text-accent" /> : null
          }
        />
      </PopoverContent>
    </Popover>
  );
}
