'use client';

import { type RefObject, useEffect, useRef } from 'react';

type TableKeys = {
  root: RefObject<HTMLElement | null>;
  search: RefObject<HTMLInputElement | null>;
  onOpen: (rowId: string) => void;
  onToggle: (rowId: string) => void;
  onEscape: () => void;
  /** Keys of one table, on the focused row: `a` approves. */
  onRowKey?: ((key: string, rowId: string) => boolean) | undefined;
};

const ROW = 'tr[data-row-id]';

/** Typing goes to the field; keys inside a dialog or menu are theirs. */
function belongsElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]',
    ) !== null
  );
}

function move(root: HTMLElement, step: number) {
  const rows = [...root.querySelectorAll<HTMLElement>(ROW)];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const next = current < 0 ? (step > 0 ? 0 : rows.length - 1) : current + step;
  const row = rows[Math.min(rows.length - 1, Math.max(0, next))];
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

function focusedRow(root: HTMLElement): string | undefined {
  const row = document.activeElement?.closest<HTMLElement>(ROW);
  return row && root.contains(row) ? row.dataset.rowId : undefined;
}

/** j and k walk, Enter opens, x selects, / searches, Esc lets go. */
export function useTableKeys(keys: TableKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { root, search, onOpen, onToggle, onEscape, onRowKey } = latest.current;
      const element = root.current;
      if (!element || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
        return;
      if (belongsElsewhere(event.target)) return;
      const rowId = focusedRow(element);
      if (event.key === 'j') move(element, 1);
      else if (event.key === 'k') move(element, -1);
      else if (event.key === '/' && search.current) search.current.focus();
      else if (event.key === 'Escape') return onEscape();
      else if (event.key === 'x' && rowId) onToggle(rowId);
      else if (event.key === 'Enter' && rowId && document.activeElement?.matches(ROW))
        onOpen(rowId);
      else if (!rowId || !onRowKey?.(event.key, rowId)) return;
      event.preventDefault();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
