'use client';

import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { cn } from './cn';
import { useFieldControl } from './field';
import { controlStyles } from './input';
import { menuItemStyles, menuPanelStyles } from './menu-styles';

export type Option = {
  /** Never the empty string; use `placeholder` for "nothing chosen". */
  value: string;
  label: string;
  icon?: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
};

export type SelectProps = {
  options: readonly Option[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  placeholder?: string;
  name?: string;
  disabled?: boolean;
  required?: boolean;
  className?: string;
  'aria-label'?: string;
};

/** A choice of one from a short list; for long lists use `Combobox`. Submits under `name`. */
export function Select({ options, placeholder = 'Choose', className, ...props }: SelectProps) {
  const { 'aria-label': ariaLabel, ...root } = props;
  const { labelId, required, ...wired } = useFieldControl({ required: props.required });
  // The options are mounted when it opens; the choice is on the page from the first paint.
  const [own, setOwn] = useState(props.defaultValue);
  const value = props.value ?? own;
  const chosen = options.find((option) => option.value === value);
  function choose(next: string) {
    setOwn(next);
    props.onValueChange?.(next);
  }
  return (
    <Radix.Root {...root} onValueChange={choose} {...(required === undefined ? {} : { required })}>
      <Radix.Trigger
        {...wired}
        aria-label={ariaLabel}
        aria-labelledby={ariaLabel || !labelId ? undefined : `${labelId} ${wired.id}`}
        className={cn(
          controlStyles,
          'inline-flex h-8 items-center justify-between gap-2 px-2.5 data-placeholder:text-muted [&>span]:truncate',
          className,
        )}
      >
        <Radix.Value placeholder={placeholder}>
          {chosen && <OptionText option={chosen} />}
        </Radix.Value>
        <Radix.Icon asChild>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className={cn(menuPanelStyles, 'max-h-(--radix-select-content-available-height)')}
          style={{ minWidth: 'var(--radix-select-trigger-width)' }}
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                {...(option.disabled ? { disabled: true } : {})}
                className={cn(menuItemStyles, 'pr-8')}
              >
                <Radix.ItemText>
                  <OptionText option={option} />
                </Radix.ItemText>
                {option.hint && <span className="text-muted text-xs">{option.hint}</span>}
                <Radix.ItemIndicator className="absolute right-2">
                  <Check aria-hidden className="size-4 text-accent" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function OptionText({ option }: { option: Option }) {
  return (
    <span className="inline-flex items-center gap-2">
      {option.icon}
      {option.label}
    </span>
  );
}
