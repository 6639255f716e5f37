'use client';

import { Check, Minus } from 'lucide-react';

type SelectBoxProps = {
  label: string;
  checked: boolean | 'indeterminate';
  onChange: (event: React.ChangeEvent<HTMLInputElement>) => void;
};

const markStyles =
  'pointer-events-none invisible relative col-start-1 row-start-1 size-3 text-primary-foreground';

/** A native checkbox: a page has up to two hundred, so it stays light. */
export function SelectBox({ label, checked, onChange }: SelectBoxProps) {
  return (
    <span className="grid size-4 place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked === true}
        ref={(input) => {
          if (input) input.indeterminate = checked === 'indeterminate';
        }}
        onChange={onChange}
        className="peer col-start-1 row-start-1 size-4 appearance-none rounded-sm border border-control bg-raised hover:border-accent checked:border-primary checked:bg-primary indeterminate:border-primary indeterminate:bg-primary"
      />
      <Check aria-hidden strokeWidth={3} className={`${markStyles} peer-checked:visible`} />
      <Minus aria-hidden strokeWidth={3} className={`${markStyles} peer-indeterminate:visible`} />
    </span>
  );
}
