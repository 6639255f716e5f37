'use client';

import { Popover as Radix } from 'radix-ui';
import { cn } from './cn';
import { menuPanelStyles } from './menu-styles';

export const Popover = Radix.Root;
export const PopoverTrigger = Radix.Trigger;
export const PopoverAnchor = Radix.Anchor;
export const PopoverClose = Radix.Close;

export function PopoverContent({
  className,
  align = 'start',
  sideOffset = 4,
  ...props
}: React.ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(menuPanelStyles, 'w-64 max-w-[calc(100vw-1rem)] p-3', className)}
        {...props}
      />
    </Radix.Portal>
  );
}
