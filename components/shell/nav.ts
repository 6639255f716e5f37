import {
  Blocks,
  BookOpenText,
  Bot,
  FlaskConical,
  GitPullRequestArrow,
  Handshake,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  Server,
  Settings,
  ShieldCheck,
  Siren,
  Stamp,
  UsersRound,
  Waypoints,
} from 'lucide-react';

export type NavId =
  | 'overview'
  | 'capabilities'
  | 'providers'
  | 'skills'
  | 'change-requests'
  | 'approvals'
  | 'ownership'
  | 'audit'
  | 'playground'
  | 'ledger'
  | 'graph'
  | 'incidents'
  | 'agents'
  | 'teams'
  | 'settings';

export type NavItem = {
  id: NavId;
  label: string;
  href: string;
  icon: LucideIcon;
  /** A list of its own that is reached from this entry. */
  also?: { label: string; href: string };
};
export type NavSection = { label: string | null; items: readonly NavItem[] };

const item = (id: NavId, label: string, icon: LucideIcon): NavItem => ({
  id,
  label,
  icon,
  href: id === 'overview' ? '/' : `/${id}`,
});

/** The sidebar, and with it the addresses of the console. */
export const NAV: readonly NavSection[] = [
  { label: null, items: [item('overview', 'Overview', LayoutDashboard)] },
  {
    label: 'Catalog',
    items: [
      item('capabilities', 'Capabilities', Blocks),
      {
        ...item('providers', 'Providers', Server),
        also: { label: 'Backends', href: '/backends' },
      },
      { ...item('skills', 'Skills', BookOpenText), href: '/capabilities?type=SKILL' },
    ],
  },
  {
    label: 'Govern',
    items: [
      item('change-requests', 'Change requests', GitPullRequestArrow),
      {
        ...item('approvals', 'Approvals', Stamp),
        also: { label: 'Access requests', href: '/access-requests' },
      },
      item('ownership', 'Ownership', Handshake),
      item('audit', 'Audit', ShieldCheck),
    ],
  },
  {
    label: 'Run',
    items: [
      item('playground', 'Playground', FlaskConical),
      item('ledger', 'Ledger', ScrollText),
      item('graph', 'Usage graph', Waypoints),
      item('incidents', 'Incidents', Siren),
    ],
  },
  {
    label: 'Admin',
    items: [
      item('agents', 'Agents', Bot),
      { ...item('teams', 'Teams and people', UsersRound), href: '/people' },
      item('settings', 'Settings', Settings),
    ],
  },
];

export const NAV_ITEMS: readonly NavItem[] = NAV.flatMap((section) => section.items);

/**
 * Which entry a page belongs to. An entry with a query is more specific than the list it narrows:
 * the table of skills is Skills, every other table and page of capabilities is Capabilities.
 */
export function navItemAt(path: string, query: string): NavItem | undefined {
  const asked = new URLSearchParams(query);
  const fits = NAV_ITEMS.filter(({ href, also }) => {
    if (also && isUnder(path, also.href)) return true;
    const [root = '', narrow] = href.split('?');
    if (narrow === undefined) return root === '/' ? path === '/' : isUnder(path, root);
    return path === root && [...new URLSearchParams(narrow)].every(([k, v]) => asked.get(k) === v);
  });
  return fits.find(({ href }) => href.includes('?')) ?? fits[0];
}

function isUnder(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}
