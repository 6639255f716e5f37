'use client';

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from './alert-dialog';
import { Button } from './button';
import { leadsTo } from './leads-to';
import { NavigationProvider, useCurrentPath, useNavigation } from './navigation';

type Mark = (form: string, dirty: boolean) => void;
type Asked = { go: () => void; stay: () => void };

const UnsavedContext = createContext<Mark>(() => {});

/**
 * Says whether a form holds what is not saved. While one does, links, Back and reload ask first.
 *
 * @returns lets go at once: after saving, what the page compares with is renewed only a little later
 */
export function useUnsaved(dirty: boolean): () => void {
  const mark = useContext(UnsavedContext);
  const form = useId();
  useEffect(() => {
    mark(form, dirty);
    return () => mark(form, false);
  }, [mark, form, dirty]);
  return useCallback(() => mark(form, false), [mark, form]);
}

function warn(event: BeforeUnloadEvent) {
  event.preventDefault();
}

/**
 * Asks before unsaved changes are left behind. A router cannot stop Back, so that an unsaved form
 * puts a second entry for its own page into the history: Back lands on the same page, and asks.
 */
export function UnsavedProvider({ children }: { children: ReactNode }) {
  const navigation = useNavigation();
  const path = useCurrentPath();
  const [asked, setAsked] = useState<Asked | null>(null);
  const forms = useRef(new Set<string>());
  /** Address of the page that stands twice in the history. */
  const twice = useRef<string | null>(null);

  const standTwice = useCallback(() => {
    window.history.pushState(window.history.state, '', window.location.href);
    twice.current = window.location.href;
  }, []);

  const mark = useCallback<Mark>(
    (form, dirty) => {
      if (dirty) forms.current.add(form);
      else forms.current.delete(form);
      if (forms.current.size === 0) return window.removeEventListener('beforeunload', warn);
      window.addEventListener('beforeunload', warn);
      if (twice.current === null) standTwice();
    },
    [standTwice],
  );

  const move = useCallback(
    (href: string) => {
      const isTwice = twice.current === window.location.href;
      twice.current = null;
      if (isTwice) navigation.replace(href);
      else navigation.push(href);
    },
    [navigation],
  );

  const leaveFor = useCallback(
    (href: string) => {
      if (forms.current.size === 0) move(href);
      else setAsked({ go: () => move(href), stay: () => {} });
    },
    [move],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has no second entry
  useEffect(() => {
    if (twice.current !== window.location.href) twice.current = null;
  }, [path]);

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const href = leadsTo(event);
      if (href === null || forms.current.size === 0) return;
      event.preventDefault();
      event.stopPropagation();
      leaveFor(href);
    };
    const onBack = (event: PopStateEvent) => {
      if (twice.current === null) return;
      const isHere = window.location.href === twice.current;
      twice.current = null;
      if (!isHere) return;
      event.stopImmediatePropagation();
      const go = () => window.history.back();
      if (forms.current.size === 0) go();
      else setAsked({ go, stay: standTwice });
    };
    window.addEventListener('click', onClick, true);
    window.addEventListener('popstate', onBack, true);
    return () => {
      window.removeEventListener('click', onClick, true);
      window.removeEventListener('popstate', onBack, true);
    };
  }, [leaveFor, standTwice]);

  function stay() {
    asked?.stay();
    setAsked(null);
  }
  function leave() {
    forms.current.clear();
    window.removeEventListener('beforeunload', warn);
    setAsked(null);
    asked?.go();
  }
  const guarded = useMemo(() => ({ ...navigation, push: leaveFor }), [navigation, leaveFor]);
  return (
    <UnsavedContext value={mark}>
      <NavigationProvider value={guarded}>{children}</NavigationProvider>
      <AlertDialog open={asked !== null} onOpenChange={(open) => !open && stay()}>
        <AlertDialogContent
          title="Leave without saving?"
          description="What you changed on this page is not saved yet."
          footer={
            <>
              <AlertDialogCancel asChild>
                <Button>Stay</Button>
              </AlertDialogCancel>
              <Button variant="primary" onClick={leave}>
                Leave without saving
              </Button>
            </>
          }
        />
      </AlertDialog>
    </UnsavedContext>
  );
}
