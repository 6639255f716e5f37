'use client';

import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { cn } from './cn';
import { menuItemStyles, menuPanelStyles } from './menu-styles';

export const DropdownMenu = Radix.Root;
export const DropdownMenuTrigger = Radix.Trigger;
export const DropdownMenuGroup = Radix.Group;
export const DropdownMenuRadioGroup = Radix.RadioGroup;

export function DropdownMenuContent({
  className,
  align = 'end',
  sideOffset = 4,
  ...props
}: React.ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(
          menuPanelStyles,
          'max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto p-1',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}

type ItemProps = React.ComponentProps<typeof Radix.Item> & { danger?: boolean };

/** With `asChild` the single child (a link) becomes the item. */
export function DropdownMenuItem({ className, danger, ...props }: ItemProps) {
  return (
    <Radix.Item
      className={cn(
        menuItemStyles,
        danger && 'text-danger-text data-highlighted:bg-danger-soft',
        className,
      )}
      {...props}
    />
  );
}

export function DropdownMenuCheckboxItem({
  className,
  children,
  ...props
}: React.ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem className={cn(menuItemStyles, 'pr-8', className)} {...props}>
      {children}
      <Radix.ItemIndicator className="absolute right-2">
        <Check aria-hidden className="text-accent" />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  );
}

export function DropdownMenuRadioItem({
  className,
  children,
  ...props
}: React.ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem className={cn(menuItemStyles, 'pr-8', className)} {...props}>
      {children}
      <Radix.ItemIndicator className="absolute right-2">
        <Check aria-hidden className="text-accent" />
      </Radix.ItemIndicator>
    </Radix.RadioItem>
  );
}

export function DropdownMenuLabel({
  className,
  ...props
}: React.ComponentProps<typeof Radix.Label>) {
  return (
    <Radix.Label className={cn('px-2 pt-1.5 pb-1 text-muted text-xs', className)} {...props} />
  );
}

export function DropdownMenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-border" />;
}
