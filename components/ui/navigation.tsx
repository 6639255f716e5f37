'use client';

import { type ComponentType, createContext, type ReactNode, useContext } from 'react';

export type LinkProps = Omit<React.ComponentProps<'a'>, 'href'> & {
  href: string;
  prefetch?: boolean;
  replace?: boolean;
  scroll?: boolean;
};

/** What the kit needs from the router. The app provides it, so that components know no framework. */
export type Navigation = {
  Link: ComponentType<LinkProps>;
  usePathname: () => string;
  useQuery: () => string;
  push: (href: string) => void;
  replace: (href: string) => void;
  refresh: () => void;
};

function PlainLink({ prefetch: _p, replace: _r, scroll: _s, ...props }: LinkProps) {
  return <a {...props} />;
}

const NavigationContext = createContext<Navigation>({
  Link: PlainLink,
  usePathname: () => '/',
  useQuery: () => '',
  push: (href) => window.location.assign(href),
  replace: (href) => window.location.replace(href),
  refresh: () => window.location.reload(),
});

export function NavigationProvider({
  value,
  children,
}: {
  value: Navigation;
  children: ReactNode;
}) {
  return <NavigationContext.Provider value={value}>{children}</NavigationContext.Provider>;
}

export function useNavigation(): Navigation {
  return useContext(NavigationContext);
}

/** Path of the current page, without the query. */
export function useCurrentPath(): string {
  return useContext(NavigationContext).usePathname();
}

/** Query string of the current page, without the question mark. */
export function useCurrentQuery(): string {
  return useContext(NavigationContext).useQuery();
}

/** A link that moves without a page load. Unstyled; see `TextLink` for prose. */
export function Link(props: LinkProps) {
  const { Link: Component } = useContext(NavigationContext);
  return <Component {...props} />;
}
