import {
  BellRing,
  CalendarClock,
  CircleCheck,
  GitPullRequestArrow,
  Handshake,
  KeyRound,
  type LucideIcon,
  OctagonX,
  Shuffle,
  Stamp,
  Webhook,
} from 'lucide-react';

const ICONS: readonly [prefix: string, icon: LucideIcon][] = [
  ['incident.closed', CircleCheck],
  ['incident.', OctagonX],
  ['approval.', Stamp],
  ['change_request.', GitPullRequestArrow],
  ['access.', KeyRound],
  ['capability.drifted', Shuffle],
  ['capability.', CalendarClock],
  ['ownership.', Handshake],
  ['webhook.', Webhook],
];

/** The icon of a kind of event; what this build does not know has a bell. */
export function iconOf(kind: string): LucideIcon {
  return ICONS.find(([prefix]) => kind.startsWith(prefix))?.[1] ?? BellRing;
}

/** `approval.wanted` as people read it: "Approval wanted". */
export function wordsOf(kind: string): string {
  const words = kind.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
