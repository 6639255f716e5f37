'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cn } from './cn';

/** Copies text and says so for two seconds. */
export function CopyButton(props: { value: string; label?: string; className?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <button
      type="button"
      aria-label={copied ? 'Copied' : (props.label ?? 'Copy')}
      title={copied ? 'Copied' : (props.label ?? 'Copy')}
      onClick={async (event) => {
        event.stopPropagation();
        event.preventDefault();
        setCopied(await copyText(props.value));
      }}
      className={cn(
        'inline-grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-foreground',
        props.className,
      )}
    >
      {copied ? (
        <Check aria-hidden className="size-3.5 text-success-text" />
      ) : (
        <Copy aria-hidden className="size-3.5" />
      )}
      <span aria-live="polite" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </button>
  );
}

/** The clipboard API is missing on plain HTTP outside localhost; the old command still works there. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'sr-only';
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

/** An identifier in mono with its copy button; in tables the button shows on hover and focus. */
export function CopyId(props: { value: string; className?: string }) {
  return (
    <span
      className={cn(
        'group/id inline-flex min-w-0 max-w-full items-center gap-0.5',
        props.className,
      )}
    >
      <code title={props.value} className="min-w-0 truncate font-mono text-xs">
        {props.value}
      </code>
      <CopyButton
        value={props.value}
        label={`Copy ${props.value}`}
        className="-my-0.5 [&_svg]:size-3 in-[td]:[@media(hover:hover)]:not-focus-visible:not-group-hover/id:opacity-0"
      />
    </span>
  );
}
