'use client';

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useCurrentPath } from '@/components/ui/navigation';

type Titles = Readonly<Record<string, string>>;
type Store = { titles: Titles; set: (path: string, title: string) => void };

const CrumbContext = createContext<Store>({ titles: {}, set: () => {} });

export function CrumbProvider({ children }: { children: ReactNode }) {
  const [titles, setTitles] = useState<Titles>({});
  const store = useMemo<Store>(
    () => ({
      titles,
      set: (path, title) =>
        setTitles((old) => (old[path] === title ? old : { ...old, [path]: title })),
    }),
    [titles],
  );
  return <CrumbContext.Provider value={store}>{children}</CrumbContext.Provider>;
}

export function useCrumbTitles(): Titles {
  return useContext(CrumbContext).titles;
}

/**
 * Names the current page in the breadcrumb when its address holds an id nobody reads.
 *
 * @example <CrumbTitle title={changeRequest.title} />
 */
export function CrumbTitle({ title }: { title: string }) {
  const { set } = useContext(CrumbContext);
  const path = useCurrentPath();
  useEffect(() => set(path, title), [set, path, title]);
  return null;
}
