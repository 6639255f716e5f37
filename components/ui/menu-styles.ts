export const menuPanelStyles =
  'z-50 min-w-40 overflow-hidden rounded-lg border border-border-strong bg-raised text-sm text-foreground shadow-[0_8px_24px_-8px_rgb(0_0_0/0.2)] data-[state=open]:animate-enter';

/** Radix marks disabled items with an empty attribute, cmdk says `true` or `false`. */
export const menuItemStyles =
  "relative flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 py-1 text-table outline-none data-highlighted:bg-hover data-[disabled='']:pointer-events-none data-[disabled=true]:pointer-events-none data-[disabled='']:opacity-50 data-[disabled=true]:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0";
