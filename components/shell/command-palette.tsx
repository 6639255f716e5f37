'use client';

import { Command } from 'cmdk';
import { ArrowRight, Blocks, Bot, type LucideIcon, Search, Server, Zap } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useMemo, useState } from 'react';
import { cn } from '@/components/ui/cn';
import { dialogStyles, overlayStyles } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';
import { matchLabel } from '@/components/ui/match-label';
import { menuItemStyles } from '@/components/ui/menu-styles';
import { useNavigation } from '@/components/ui/navigation';
import { Spinner } from '@/components/ui/spinner';
import { NAV_ITEMS } from './nav';
import type { FrameProps, PaletteEntry, SearchHit } from './types';

const HIT_ICONS: Record<SearchHit['kind'], LucideIcon> = {
  capability: Blocks,
  provider: Server,
  agent: Bot,
};

type PaletteProps = Pick<FrameProps, 'commands' | 'hidden' | 'onSearch'> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Go anywhere, do anything I may do. Opens with Ctrl-K or Cmd-K. */
export function CommandPalette(props: PaletteProps) {
  const { open, onOpenChange } = props;
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      onOpenChange(!open);
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open, onOpenChange]);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayStyles} />
        <Dialog.Content aria-describedby={undefined} className={cn(dialogStyles, 'max-w-xl')}>
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <PaletteBody {...props} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteBody({ commands, hidden, onSearch, onOpenChange }: PaletteProps) {
  const [query, setQuery] = useState('');
  const { hits, asked, pending } = useHits(onSearch, query);
  const { push } = useNavigation();
  const groups = useMemo(() => grouped(commands), [commands]);
  function go(href: string) {
    onOpenChange(false);
    push(href);
  }
  return (
    <Command label="Search and commands" loop filter={matchLabel} className="flex min-h-0 flex-col">
      <div className="flex items-center gap-2.5 border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <Command.Input
          value={query}
          onValueChange={setQuery}
          placeholder="Search or jump to"
          className="h-12 min-w-0 flex-1 bg-transparent text-sm outline-none"
        />
        {pending && <Spinner className="text-muted" />}
        <Kbd>Esc</Kbd>
      </div>
      <Command.List className="min-h-0 max-h-[26rem] flex-1 overflow-y-auto p-1.5">
        <Command.Empty className="py-10 text-center text-muted text-table">
          {pending ? 'Searching' : 'Nothing found'}
        </Command.Empty>
        {hits.length > 0 && (
          <Group heading="Found in the catalog">
            {hits.map((hit) => (
              <Entry
                key={`${asked} ${hit.kind}:${hit.id}`}
                icon={HIT_ICONS[hit.kind]}
                value={`${asked} ${hit.kind}:${hit.id}`}
                label={hit.label}
                hint={hit.hint ?? hit.kind}
                // What the server found fits, whatever the palette's own filter thinks.
                keywords={[asked]}
                onSelect={() => go(hit.href)}
              />
            ))}
          </Group>
        )}
        {groups.map(([group, entries]) => (
          <Group key={group} heading={group}>
            {entries.map((entry) => (
              <Entry
                key={entry.id}
                icon={Zap}
                value={entry.id}
                label={entry.label}
                hint={entry.hint}
                keywords={entry.keywords}
                onSelect={() => go(entry.href)}
              />
            ))}
          </Group>
        ))}
        <Group heading="Pages">
          {NAV_ITEMS.filter((item) => !hidden.includes(item.id)).map((item) => (
            <Entry
              key={item.id}
              icon={item.icon}
              value={`page:${item.id}`}
              label={item.label}
              onSelect={() => go(item.href)}
            />
          ))}
        </Group>
      </Command.List>
    </Command>
  );
}

function Group({ heading, children }: { heading: string; children: React.ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

type EntryProps = {
  icon: LucideIcon;
  value: string;
  label: string;
  hint?: string | undefined;
  keywords?: readonly string[] | undefined;
  onSelect: () => void;
};

function Entry({ icon: Icon, value, label, hint, keywords, onSelect }: EntryProps) {
  return (
    <Command.Item
      value={value}
      keywords={[label, ...(keywords ?? [])]}
      onSelect={onSelect}
      className={cn(menuItemStyles, 'group/entry h-9 gap-2.5 aria-selected:bg-hover')}
    >
      <Icon aria-hidden className="text-muted" />
      <span className="min-w-0 flex-1 truncate" title={label}>
        {label}
      </span>
      {hint && <span className="max-w-48 truncate text-muted text-xs">{hint}</span>}
      <ArrowRight aria-hidden className="invisible text-muted group-aria-selected/entry:visible" />
    </Command.Item>
  );
}

function grouped(entries: readonly PaletteEntry[]): [string, PaletteEntry[]][] {
  const groups = new Map<string, PaletteEntry[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return [...groups];
}

function useHits(onSearch: FrameProps['onSearch'], query: string) {
  const [found, setFound] = useState<{ query: string; hits: readonly SearchHit[] }>({
    query: '',
    hits: [],
  });
  const text = query.trim();
  const active = onSearch !== undefined && text.length >= 2;
  useEffect(() => {
    if (!active) return;
    let current = true;
    const timer = setTimeout(async () => {
      const hits = await onSearch(text).catch(() => []);
      if (current) setFound({ query: text, hits });
    }, 150);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [active, onSearch, text]);
  return active
    ? { hits: found.hits, asked: found.query, pending: found.query !== text }
    : { hits: [], asked: '', pending: false };
}
