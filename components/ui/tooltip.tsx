'use client';

import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './cn';

export const TooltipProvider = Radix.Provider;

type TooltipProps = {
  content: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  className?: string;
  /** One element that can take focus. */
  children: ReactNode;
};

export function Tooltip({ content, side = 'top', className, children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            'z-60 max-w-80 rounded-md bg-foreground px-2 py-1 text-background text-xs data-[state=delayed-open]:animate-enter',
            className,
          )}
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
