'use client';

import { Bookmark, Trash2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useCurrentPath, useCurrentQuery, useNavigation } from '@/components/ui/navigation';
import { Popover, PopoverClose, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { parseViews, type SavedView, viewQuery, withView } from './saved-views-store';

const CHANGED = 'saved-views-changed';

function useSavedViews(tableId: string): [SavedView[], (views: SavedView[]) => void] {
  const key = `views:${tableId}`;
  const text = useSyncExternalStore<string | null>(
    (listener) => {
      window.addEventListener('storage', listener);
      window.addEventListener(CHANGED, listener);
      return () => {
        window.removeEventListener('storage', listener);
        window.removeEventListener(CHANGED, listener);
      };
    },
    () => localStorage.getItem(key),
    () => null,
  );
  function save(views: SavedView[]) {
    localStorage.setItem(key, JSON.stringify(views));
    window.dispatchEvent(new Event(CHANGED));
  }
  return [parseViews(text), save];
}

/** Named questions, kept in this browser. A view is its address. */
export function SavedViews({ tableId, prefix }: { tableId: string; prefix: string | undefined }) {
  const [views, save] = useSavedViews(tableId);
  const path = useCurrentPath();
  const query = viewQuery(useCurrentQuery(), prefix);
  const { push } = useNavigation();
  const current = views.find((view) => view.query === query);
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button size="sm" aria-label="Saved views">
          <Bookmark aria-hidden className={cn(current && 'fill-current text-accent')} />
          <span className="max-w-32 truncate max-sm:hidden">{current?.name ?? 'Views'}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" className="p-0">
        {views.length === 0 && (
          <p className="px-3 pt-3 text-muted text-table">
            No saved views. Filter and sort the table, then keep it under a name.
          </p>
        )}
        <ul className="max-h-64 overflow-y-auto p-1 empty:hidden">
          {views.map((view) => (
            <li key={view.name} className="flex items-center rounded-md hover:bg-hover">
              <PopoverClose
                onClick={() => push(view.query ? `${path}?${view.query}` : path)}
                title={view.name}
                aria-current={view === current ? 'true' : undefined}
                className="h-8 min-w-0 flex-1 truncate rounded-md px-2 text-left text-table aria-current:font-medium aria-current:text-accent"
              >
                {view.name}
              </PopoverClose>
              <button
                type="button"
                aria-label={`Remove view ${view.name}`}
                onClick={() => save(views.filter((other) => other !== view))}
                className="grid size-8 place-items-center rounded-md text-muted hover:text-danger-text"
              >
                <Trash2 aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
        <form
          className="grid gap-2 border-t p-3"
          onSubmit={(event) => {
            event.preventDefault();
            const form = event.currentTarget;
            const name = String(new FormData(form).get('name') ?? '').trim();
            if (!name) return;
            save(withView(views, { name, query }));
            form.reset();
          }}
        >
          <Field label="Save this view">
            <Input name="name" placeholder="Name" maxLength={40} autoComplete="off" />
          </Field>
          <Button type="submit" size="sm">
            Save
          </Button>
        </form>
      </PopoverContent>
    </Popover>
  );
}
