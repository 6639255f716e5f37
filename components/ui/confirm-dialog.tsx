'use client';

import { type ReactNode, useState, useTransition } from 'react';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogTrigger,
} from './alert-dialog';
import { Button } from './button';
import { Callout } from './callout';
import { Field } from './field';
import { isSubmitKey, Textarea } from './input';

export type ConfirmResult = undefined | { error: string };

export type ConfirmDialogProps = {
  /** The button that opens it. Leave out when `open` is controlled. */
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  /** Says what it does: "Disable for 7 agents", never "OK". */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  size?: 'sm' | 'md' | 'lg';
  /** What will happen and to whom. Always shown above the reason. */
  impact?: ReactNode;
  /** Asks for a reason; with `required` the button waits for one. */
  reason?: { label?: string; hint?: string; required?: boolean; minLength?: number };
  /** Further fields, between impact and reason. */
  children?: ReactNode;
  /** Return `{ error }` to keep the dialog open and show it; what was typed stays. */
  onConfirm: (input: { reason: string }) => Promise<ConfirmResult> | ConfirmResult;
};

/**
 * A question with consequences. Order is fixed: what happens, whom it hits, why, the button.
 *
 * @example
 * <ConfirmDialog danger trigger={<Button variant="danger">Disable</Button>}
 *   title="Disable mail.send?" description="Stops discovery and calls at once."
 *   impact={<ImpactList …/>} reason={{ required: true }} confirmLabel="Disable for 7 agents"
 *   onConfirm={async ({ reason }) => { const r = await disable({ reason }); if (!r.ok) return { error: r.error.message } }} />
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [pending, start] = useTransition();
  const open = props.open ?? ownOpen;

  function setOpen(next: boolean) {
    if (pending) return;
    if (!next) setError(null);
    setOwnOpen(next);
    props.onOpenChange?.(next);
  }
  function confirm() {
    start(async () => {
      const result = await props.onConfirm({ reason: reason.trim() });
      if (result?.error) {
        setError(result.error);
        return;
      }
      setReason('');
      setError(null);
      setOwnOpen(false);
      props.onOpenChange?.(false);
    });
  }

  const least = props.reason?.minLength ?? 1;
  const waiting = Boolean(props.reason?.required) && reason.trim().length < least;
  return (
    <AlertDialog open={open} onOpenChange={setOpen}>
      {props.trigger && <AlertDialogTrigger asChild>{props.trigger}</AlertDialogTrigger>}
      <AlertDialogContent
        title={props.title}
        description={props.description}
        size={props.size ?? (props.impact ? 'md' : 'sm')}
        footer={
          <>
            <AlertDialogCancel asChild>
              <Button>{props.cancelLabel ?? 'Cancel'}</Button>
            </AlertDialogCancel>
            <Button
              variant={props.danger ? 'danger' : 'primary'}
              pending={pending}
              disabled={waiting}
              onClick={confirm}
            >
              {props.confirmLabel}
            </Button>
          </>
        }
      >
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 empty:hidden">
          {props.impact && <div className="rounded-lg border bg-subtle p-3">{props.impact}</div>}
          {props.children}
          {props.reason && (
            <Field
              label={props.reason.label ?? 'Reason'}
              hint={props.reason.hint ?? 'Kept on record with your name.'}
              required={props.reason.required ?? false}
            >
              <Textarea
                rows={2}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
                onKeyDown={(event) => {
                  if (isSubmitKey(event) && !waiting && !pending) confirm();
                }}
              />
            </Field>
          )}
          {error && <Callout tone="danger">{error}</Callout>}
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}
