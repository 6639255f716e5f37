import {
  Blocks,
  BookOpenText,
  Bot,
  FlaskConical,
  GitPullRequestArrow,
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
  | 'audit'
  | 'playground'
  | 'ledger'
  | 'graph'
  | 'incidents'
  | 'agents'
  | 'teams'
  | 'settings';

export type NavItem = { id: NavId; label: string; href: string; icon: LucideIcon };
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
      item('providers', 'Providers', Server),
      item('skills', 'Skills', BookOpenText),
    ],
  },
  {
    label: 'Govern',
    items: [
      item('change-requests', 'Change requests', GitPullRequestArrow),
      item('approvals', 'Approvals', Stamp),
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
