'use client';

import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './cn';
import { DialogFooter, dialogStyles, dialogWidths, overlayStyles } from './dialog';

export const AlertDialog = Radix.Root;
export const AlertDialogTrigger = Radix.Trigger;
export const AlertDialogCancel = Radix.Cancel;
export const AlertDialogAction = Radix.Action;

type AlertDialogContentProps = {
  title: ReactNode;
  description: ReactNode;
  size?: keyof typeof dialogWidths;
  footer: ReactNode;
  children?: ReactNode;
};

/** A dialog that wants an answer: a click outside does not close it. */
export function AlertDialogContent(props: AlertDialogContentProps) {
  const { title, description, size = 'sm', footer, children } = props;
  return (
    <Radix.Portal>
      <Radix.Overlay className={overlayStyles} />
      <Radix.Content className={cn(dialogStyles, dialogWidths[size])}>
        <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
          <Radix.Title className="font-semibold text-base">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="mt-1 text-muted text-sm">{description}</div>
          </Radix.Description>
          {children}
        </div>
        <DialogFooter>{footer}</DialogFooter>
      </Radix.Content>
    </Radix.Portal>
  );
}
