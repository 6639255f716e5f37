import type { Crumb } from '@/components/ui/breadcrumb';
import { NAV } from './nav';

const WORDS: Record<string, string> = {
  new: 'New',
  edit: 'Edit',
  connect: 'Connect',
  contract: 'Contract',
  import: 'Import contracts',
  teams: 'Teams',
  webhooks: 'Webhooks',
  notifications: 'Notifications',
};

/**
 * The way to a page, from its address: section, list, thing.
 *
 * @param titles names that pages gave to addresses, e.g. a change request's title
 */
export function crumbsOf(path: string, titles: Readonly<Record<string, string>>): Crumb[] {
  const parts = path.split('/').filter(Boolean);
  const root = `/${parts[0] ?? ''}`;
  for (const section of NAV) {
    const item = section.items.find(({ href, also }) => href === root || also?.href === root);
    if (!item) continue;
    const deeper = parts.slice(1).map((part, index) => {
      const href = `/${parts.slice(0, index + 2).join('/')}`;
      return { label: titles[href] ?? WORDS[part] ?? decode(part), href };
    });
    return [
      ...(section.label ? [{ label: section.label }] : []),
      {
        label: titles[root] ?? (item.also?.href === root ? item.also.label : item.label),
        href: root,
      },
      ...deeper,
    ];
  }
  return parts.map((part, index) => {
    const href = `/${parts.slice(0, index + 1).join('/')}`;
    return { label: titles[href] ?? WORDS[part] ?? decode(part), href };
  });
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
