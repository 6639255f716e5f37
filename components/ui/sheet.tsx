'use client';

import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './cn';
import { DialogFooter, DialogHeader, overlayStyles } from './dialog';

export const Sheet = Radix.Root;
export const SheetTrigger = Radix.Trigger;
export const SheetClose = Radix.Close;

type SheetContentProps = {
  title: ReactNode;
  description?: ReactNode;
  side?: 'left' | 'right';
  footer?: ReactNode;
  /** Keeps the title for screen readers only. */
  bare?: boolean;
  className?: string;
  children?: ReactNode;
};

/** A panel from the side, for details beside a list. */
export function SheetContent(props: SheetContentProps) {
  const { title, description, side = 'right', footer, bare, className, children } = props;
  return (
    <Radix.Portal>
      <Radix.Overlay className={overlayStyles} />
      <Radix.Content
        className={cn(
          'fixed inset-y-0 z-50 flex w-full max-w-[min(30rem,100vw)] flex-col bg-raised',
          side === 'right'
            ? 'right-0 border-l data-[state=open]:animate-sheet-right'
            : 'left-0 border-r data-[state=open]:animate-sheet-left',
          className,
        )}
        {...(description ? {} : { 'aria-describedby': undefined })}
      >
        {bare ? (
          <Radix.Title className="sr-only">{title}</Radix.Title>
        ) : (
          <DialogHeader title={title} description={description} />
        )}
        <div className={cn('min-h-0 flex-1 overflow-y-auto', !bare && 'px-5 py-4')}>{children}</div>
        {footer && <DialogFooter>{footer}</DialogFooter>}
      </Radix.Content>
    </Radix.Portal>
  );
}
