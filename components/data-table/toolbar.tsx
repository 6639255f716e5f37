'use client';

import { Search, X } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Kbd } from '@/components/ui/kbd';
import { FacetFilter } from './facet-filter';
import type { Facet } from './types';
import type { TableState } from './use-table-state';

type ToolbarProps = {
  state: TableState;
  facets: readonly Facet[];
  searchable: boolean;
  searchPlaceholder: string;
  searchRef: RefObject<HTMLInputElement | null>;
  children: ReactNode;
};

/** Search and filter chips at the left, what shapes the view at the right. */
export function Toolbar(props: ToolbarProps) {
  const { state, facets } = props;
  return (
    <div className="flex flex-wrap items-start gap-2">
      {props.searchable && (
        <SearchField
          initial={state.query.q}
          placeholder={props.searchPlaceholder}
          inputRef={props.searchRef}
          onChange={state.setText}
        />
      )}
      {/* On a phone the chips are one row, under the search if there is one, to be pushed sideways. */}
      <div
        className={cn(
          '-m-0.5 flex min-w-0 flex-1 flex-wrap items-center gap-2 p-0.5 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:[&>*]:shrink-0 max-sm:[scrollbar-width:none]',
          props.searchable && 'max-sm:-mx-4 max-sm:order-last max-sm:basis-full max-sm:px-4',
        )}
      >
        {facets.map((facet) => (
          <FacetFilter
            key={facet.key}
            facet={facet}
            chosen={state.query.filters[facet.key] ?? []}
            onChange={(values) => state.setFilter(facet.key, values)}
          />
        ))}
        {state.filtered && (
          <Button size="sm" variant="ghost" onClick={state.clearFilters}>
            Clear all
          </Button>
        )}
      </div>
      <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-2">
        {props.children}
      </div>
    </div>
  );
}

type SearchFieldProps = {
  initial: string;
  placeholder: string;
  inputRef: RefObject<HTMLInputElement | null>;
  onChange: (text: string) => void;
};

function SearchField({ initial, placeholder, inputRef, onChange }: SearchFieldProps) {
  const [text, setText] = useState(initial);
  const [seen, setSeen] = useState(initial);
  // The address moved without typing here (back, a saved view): follow it.
  if (initial !== seen) {
    setSeen(initial);
    if (initial !== text.trim()) setText(initial);
  }
  function change(next: string) {
    setText(next);
    onChange(next.trim());
  }
  return (
    <div className="relative w-56 max-sm:w-auto max-sm:min-w-36 max-sm:flex-1">
      <Search aria-hidden className="absolute top-1.5 left-2 size-4 text-muted" />
      <input
        ref={inputRef}
        type="search"
        aria-label={placeholder}
        aria-keyshortcuts="/"
        value={text}
        placeholder={placeholder}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // The browser would empty the field; Escape only lets go of it, the cross empties it.
          event.preventDefault();
          event.currentTarget.blur();
        }}
        className="peer h-7 w-full appearance-none [&::-webkit-search-cancel-button]:hidden rounded-md border border-border-strong bg-raised pr-7 pl-7.5 text-table hover:border-control focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0"
      />
      {text ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => change('')}
          className="absolute top-0.5 right-0.5 grid size-6 place-items-center rounded-sm text-muted hover:bg-hover"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      ) : (
        <Kbd className="pointer-events-none absolute top-1 right-1 peer-focus:hidden max-sm:hidden">
          /
        </Kbd>
      )}
    </div>
  );
}
