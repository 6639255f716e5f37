'use client';

import { X } from 'lucide-react';
import { useState } from 'react';
import { cn } from './cn';
import { useFieldControl } from './field';
import { controlStyles } from './input';

type ChipInputProps = {
  value?: readonly string[];
  defaultValue?: readonly string[];
  onValueChange?: (value: string[]) => void;
  /** Submits one entry per chip. */
  name?: string;
  placeholder?: string;
  /** Says why a text is not accepted, or null. */
  validate?: (text: string) => string | null;
  normalize?: (text: string) => string;
  max?: number;
  disabled?: boolean;
  'aria-label'?: string;
};

/** A list of short texts. Enter or comma adds, Backspace in the empty input removes the last. */
export function ChipInput(props: ChipInputProps) {
  const { labelId: _, ...wired } = useFieldControl({});
  const [own, setOwn] = useState<readonly string[]>(props.defaultValue ?? []);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const chips = props.value ?? own;

  function change(next: string[]) {
    setOwn(next);
    props.onValueChange?.(next);
  }
  function add(raw: string) {
    const parts = raw.split(/[,\n]/).map((part) => (props.normalize ?? ((t) => t))(part.trim()));
    const fresh = [...new Set(parts)].filter((part) => part && !chips.includes(part));
    const bad = fresh.map((part) => props.validate?.(part) ?? null).find((why) => why !== null);
    if (bad) return setProblem(bad);
    setProblem(null);
    setText('');
    if (fresh.length > 0) change([...chips, ...fresh].slice(0, props.max ?? 100));
  }

  return (
    <div className="grid gap-1">
      <div
        className={cn(
          controlStyles,
          'flex min-h-8 flex-wrap items-center gap-1 px-1.5 py-1 has-[input:focus-visible]:border-accent',
        )}
      >
        {chips.map((chip) => (
          <span
            key={chip}
            className="inline-flex h-5.5 max-w-full items-center gap-0.5 rounded-sm bg-neutral-soft pl-1.5 text-neutral-text text-xs"
          >
            <span className="truncate" title={chip}>
              {chip}
            </span>
            <button
              type="button"
              aria-label={`Remove ${chip}`}
              disabled={props.disabled}
              onClick={() => change(chips.filter((other) => other !== chip))}
              className="grid size-5 place-items-center rounded-sm hover:bg-pressed"
            >
              <X aria-hidden className="size-3" />
            </button>
            {props.name && <input type="hidden" name={props.name} value={chip} />}
          </span>
        ))}
        <input
          {...wired}
          required={undefined}
          aria-label={props['aria-label']}
          value={text}
          disabled={props.disabled}
          placeholder={chips.length === 0 ? props.placeholder : undefined}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => add(text)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            if (!/[,\n]/.test(pasted)) return;
            event.preventDefault();
            add(text + pasted);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === ',') {
              if (event.key === 'Enter' && !text) return;
              event.preventDefault();
              add(text);
            } else if (event.key === 'Backspace' && !text) {
              change(chips.slice(0, -1));
            }
          }}
          className="h-5.5 min-w-24 flex-1 bg-transparent px-1 text-sm outline-none"
        />
      </div>
      {problem && (
        <p role="alert" className="text-danger-text text-xs">
          {problem}
        </p>
      )}
    </div>
  );
}
