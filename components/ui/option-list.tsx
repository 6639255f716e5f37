'use client';

import { Command } from 'cmdk';
import { type ReactNode, useEffect, useState } from 'react';
import { cn } from './cn';
import { matchLabel } from './match-label';
import { menuItemStyles } from './menu-styles';
import type { Option } from './select';
import { Spinner } from './spinner';

type OptionListProps = {
  options: readonly Option[];
  onSearch?: (query: string) => Promise<readonly Option[]>;
  placeholder: string;
  emptyText: string;
  onChoose: (option: Option) => void;
  renderLead?: (option: Option) => ReactNode;
  renderMark?: (option: Option) => ReactNode;
  /** Hides the search field: for a handful of options. */
  plain?: boolean;
};

/** A searchable list, inside a popover. Filters itself, or asks `onSearch`. */
export function OptionList(props: OptionListProps) {
  const [query, setQuery] = useState('');
  const { options, pending } = useFoundOptions(props.options, props.onSearch, query);
  return (
    <Command loop filter={matchLabel} shouldFilter={!props.onSearch} label={props.placeholder}>
      <div className={cn('flex items-center border-b px-2.5', props.plain && 'sr-only')}>
        <Command.Input
          value={query}
          onValueChange={setQuery}
          placeholder={props.placeholder}
          className="h-9 min-w-0 flex-1 bg-transparent text-table outline-none"
        />
        {pending && <Spinner className="size-3.5 text-muted" />}
      </div>
      <Command.List className="max-h-72 overflow-y-auto p-1">
        <Command.Empty className="px-2 py-4 text-center text-muted text-table">
          {emptyText(pending, props.onSearch !== undefined && !query.trim(), props.emptyText)}
        </Command.Empty>
        {options.map((option) => (
          <Command.Item
            key={option.value}
            value={option.value}
            keywords={[option.label]}
            disabled={option.disabled ?? false}
            onSelect={() => props.onChoose(option)}
            className={cn(menuItemStyles, 'aria-selected:bg-hover')}
          >
            {props.renderLead?.(option)}
            {option.icon}
            <span className="min-w-0 truncate" title={option.label}>
              {option.label}
            </span>
            {option.hint && (
              <span className="ml-auto shrink-0 text-muted text-xs">{option.hint}</span>
            )}
            {props.renderMark?.(option)}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}

function emptyText(pending: boolean, unasked: boolean, nothing: string): string {
  if (pending) return 'Searching';
  return unasked ? 'Type to search' : nothing;
}

/** Options for a query: the given ones at rest, what the search found once it has. */
export function useFoundOptions(
  given: readonly Option[],
  onSearch: OptionListProps['onSearch'],
  query: string,
): { options: readonly Option[]; pending: boolean } {
  const [found, setFound] = useState<{ query: string; options: readonly Option[] } | null>(null);
  useEffect(() => {
    if (!onSearch || !query.trim()) return;
    let current = true;
    const timer = setTimeout(async () => {
      const options = await onSearch(query).catch(() => []);
      if (current) setFound({ query, options });
    }, 150);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [onSearch, query]);
  if (!onSearch || !query.trim()) return { options: given, pending: false };
  return { options: found?.options ?? [], pending: found?.query !== query };
}
