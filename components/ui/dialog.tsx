'use client';

import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './cn';

export const Dialog = Radix.Root;
export const DialogTrigger = Radix.Trigger;
export const DialogClose = Radix.Close;

export const overlayStyles = 'fixed inset-0 z-50 bg-overlay data-[state=open]:animate-overlay';
export const dialogStyles =
  'fixed top-[8dvh] left-1/2 z-50 flex max-h-[84dvh] w-[calc(100vw-2rem)] -translate-x-1/2 flex-col overflow-hidden rounded-lg border border-border-strong bg-raised data-[state=open]:animate-overlay';
export const dialogWidths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl', xl: 'max-w-5xl' };

type DialogContentProps = {
  title: ReactNode;
  description?: ReactNode;
  size?: keyof typeof dialogWidths;
  /** Buttons; stays in sight while the body scrolls. */
  footer?: ReactNode;
  className?: string;
  children?: ReactNode;
};

/** @example <Dialog><DialogTrigger asChild>…</DialogTrigger><DialogContent title="Add key">…</DialogContent></Dialog> */
export function DialogContent(props: DialogContentProps) {
  const { title, description, size = 'md', footer, className, children } = props;
  return (
    <Radix.Portal>
      <Radix.Overlay className={overlayStyles} />
      <Radix.Content
        className={cn(dialogStyles, dialogWidths[size])}
        {...(description ? {} : { 'aria-describedby': undefined })}
      >
        <DialogHeader title={title} description={description} />
        <div className={cn('min-h-0 flex-1 overflow-y-auto px-5 py-4', className)}>{children}</div>
        {footer && <DialogFooter>{footer}</DialogFooter>}
      </Radix.Content>
    </Radix.Portal>
  );
}

export function DialogHeader({
  title,
  description,
}: Pick<DialogContentProps, 'title' | 'description'>) {
  return (
    <header className="flex items-start justify-between gap-4 border-b px-5 py-4">
      <div className="min-w-0">
        <Radix.Title className="font-semibold text-base">{title}</Radix.Title>
        {description && (
          <Radix.Description className="mt-1 text-muted text-sm">{description}</Radix.Description>
        )}
      </div>
      <CloseCross />
    </header>
  );
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap items-center justify-end gap-2 border-t bg-subtle px-5 py-3">
      {children}
    </footer>
  );
}

function CloseCross() {
  return (
    <Radix.Close
      aria-label="Close"
      className="-mt-1 -mr-1.5 grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-foreground"
    >
      <X aria-hidden className="size-4" />
    </Radix.Close>
  );
}
