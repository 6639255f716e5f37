import type { OnRead } from '@/components/notifications/bell';
import type { NotificationView } from '@/lib/schemas/notifications';
import type { NavId } from './nav';

export type FrameUser = { name: string; email: string; roles: readonly string[] };

export type FrameTenant = { id: string; name: string };

/** An open incident, as the strip across the top tells it. */
export type FrameIncident = {
  id: string;
  /** What is stopped: an id people know. */
  target: string;
  targetKind: 'capability' | 'provider' | 'agent' | 'backend';
  openedAt: string;
  openedBy: string;
};

/** Something the palette can go to or do. */
export type PaletteEntry = {
  id: string;
  label: string;
  /** Heading it stands under: `Actions`, `Pages`. */
  group: string;
  href: string;
  hint?: string;
  keywords?: readonly string[];
};

/** What the palette's search finds. */
export type SearchHit = {
  id: string;
  kind: 'capability' | 'provider' | 'agent';
  label: string;
  hint?: string;
  href: string;
};

/** What changes around a page while it stays open. */
export type FrameLive = {
  /** What waits for me, per page. Zero shows nothing. */
  counts: Partial<Record<NavId, number>>;
  incidents: readonly FrameIncident[];
  notifications: { unread: number; latest: readonly NotificationView[] };
};

/** Everything the frame shows; `live` is only what it shows first. */
export type FrameData = {
  user: FrameUser;
  tenant: FrameTenant;
  tenants: readonly FrameTenant[];
  live: FrameLive;
  /** Actions I may do, beside the pages that are always there. */
  commands: readonly PaletteEntry[];
  /** Pages I may not see. */
  hidden: readonly NavId[];
};

/** Server actions of the frame; without one its control does not show. */
export type FrameActions = {
  onSearch?: (query: string) => Promise<readonly SearchHit[]>;
  onTenantChange?: (tenantId: string) => Promise<void>;
  onSignOut?: () => Promise<void>;
  onReadNotifications?: OnRead;
};

export type FrameProps = FrameData & FrameActions;
