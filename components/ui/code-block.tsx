import type { ReactNode } from 'react';
import { cn } from './cn';
import { CopyButton } from './copy-button';

type CodeBlockProps = {
  code: string;
  title?: ReactNode;
  /** Breaks long lines instead of scrolling. */
  wrap?: boolean;
  maxHeight?: 'none' | 'md';
  className?: string;
};

export function CodeBlock({ code, title, wrap, maxHeight = 'md', className }: CodeBlockProps) {
  return (
    <figure className={cn('group relative min-w-0 rounded-lg border bg-subtle', className)}>
      {title && (
        <figcaption className="flex h-9 items-center justify-between border-b pr-1.5 pl-3 text-muted text-xs">
          {title}
          <CopyButton value={code} label="Copy code" />
        </figcaption>
      )}
      {!title && (
        <CopyButton
          value={code}
          label="Copy code"
          className="absolute top-1.5 right-1.5 bg-subtle"
        />
      )}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className={cn(
          'overflow-auto p-3 font-mono text-xs leading-5',
          wrap && 'whitespace-pre-wrap break-words',
          maxHeight === 'md' && 'max-h-96',
          !title && 'pr-9',
        )}
      >
        <code>{code}</code>
      </pre>
    </figure>
  );
}
