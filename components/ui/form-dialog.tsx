'use client';

import { type ReactNode, useId } from 'react';
import { Button } from './button';
import { Callout } from './callout';
import { cn } from './cn';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from './dialog';

type FormDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that opens it. */
  trigger: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  size?: React.ComponentProps<typeof DialogContent>['size'];
  submitLabel: ReactNode;
  pending: boolean;
  disabled?: boolean;
  /** What is wrong with the whole; messages at fields are the fields' own. */
  error?: string | null;
  onSubmit: () => void;
  /** Of the form: its columns. */
  className?: string;
  children: ReactNode;
};

/** A dialog that asks for something: fields, Cancel and the one button that says what it does. */
export function FormDialog(props: FormDialogProps) {
  const id = useId();
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange}>
      <DialogTrigger asChild>{props.trigger}</DialogTrigger>
      <DialogContent
        title={props.title}
        description={props.description}
        size={props.size ?? 'md'}
        footer={
          <>
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
            <Button
              type="submit"
              form={id}
              variant="primary"
              pending={props.pending}
              disabled={props.disabled}
            >
              {props.submitLabel}
            </Button>
          </>
        }
      >
        <form
          id={id}
          className={cn('grid grid-cols-[minmax(0,1fr)] gap-4', props.className)}
          onSubmit={(event) => {
            event.preventDefault();
            props.onSubmit();
          }}
        >
          {props.error && (
            <Callout tone="danger" className="col-span-full">
              {props.error}
            </Callout>
          )}
          {props.children}
        </form>
      </DialogContent>
    </Dialog>
  );
}
