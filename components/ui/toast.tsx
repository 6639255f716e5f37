'use client';

import { useTheme } from 'next-themes';
import { Toaster as Sonner, toast } from 'sonner';

/** Where toasts appear; once, in the root layout. */
export function Toaster() {
  const { resolvedTheme } = useTheme();
  return (
    <Sonner
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      position="bottom-right"
      gap={8}
      toastOptions={{
        classNames: {
          toast:
            '!rounded-lg !border !border-border-strong !bg-raised !text-foreground !shadow-none !font-sans !text-table',
          description: '!text-muted',
          actionButton: '!bg-primary !text-primary-foreground',
          error: '!text-danger-text',
        },
      }}
    />
  );
}

type NoticeOptions = {
  description?: string;
  /** Takes the act back. */
  undo?: () => void;
  /** Where the result can be seen. */
  action?: { label: string; onClick: () => void };
};

function options({ description, undo, action }: NoticeOptions) {
  const button = undo ? { label: 'Undo', onClick: undo } : action;
  return { ...(description ? { description } : {}), ...(button ? { action: button } : {}) };
}

/**
 * Results of acts. Errors say what happened and what to do; they stay longer.
 *
 * @example notify.success('Submitted for review', { action: { label: 'View', onClick: () => push('/…') } })
 */
export const notify = {
  success: (title: string, extra: NoticeOptions = {}) => toast.success(title, options(extra)),
  info: (title: string, extra: NoticeOptions = {}) => toast(title, options(extra)),
  error: (title: string, extra: NoticeOptions = {}) =>
    toast.error(title, { ...options(extra), duration: 10_000 }),
};
