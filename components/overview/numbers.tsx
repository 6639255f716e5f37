import { Stat, StatRow } from '@/components/ui/stat';
import type { Overview } from '@/lib/schemas/overview';

const text = (value: number) => value.toLocaleString('en');

/** How big it is and how it goes; every number opens the list it counts. */
export function Numbers({ overview }: { overview: Overview }) {
  const { counts, ledger } = overview;
  return (
    <StatRow>
      <Stat
        label="Live"
        value={text(counts.live)}
        href="/capabilities?status=PRODUCTION,DEPRECATED"
      />
      <Stat label="In review" value={text(counts.review)} href="/capabilities?status=REVIEW" />
      <Stat label="Drafts" value={text(counts.drafts)} href="/capabilities?status=DRAFT" />
      <Stat label="Agents" value={text(counts.agents)} href="/agents" />
      {ledger !== 'none' && (
        <Stat
          label={ledger === 'all' ? 'Calls, 24 h' : 'Calls of your teams, 24 h'}
          value={text(counts.calls_24h)}
          hint={counts.failed_24h > 0 ? `${text(counts.failed_24h)} failed` : 'None failed'}
          href="/ledger"
        />
      )}
    </StatRow>
  );
}

/** What is wrong, worst first. Only what there is; nothing when all is well. */
export function Troubles({ overview }: { overview: Overview }) {
  const { counts } = overview;
  const all = [
    { label: 'Open incidents', value: counts.open_incidents, href: '/incidents', tone: 'danger' },
    {
      label: 'Quarantined',
      value: counts.quarantined,
      href: '/capabilities?flag=quarantined',
      tone: 'danger',
    },
    {
      label: 'Failing providers',
      value: counts.failing_providers,
      href: '/providers?health=UNHEALTHY',
      tone: 'warning',
    },
    {
      label: 'Drifted',
      value: counts.drifted,
      href: '/capabilities?flag=drifted',
      tone: 'warning',
    },
    {
      label: 'Without an owner',
      value: counts.orphans,
      href: '/ownership?state=orphan',
      tone: 'warning',
    },
    {
      label: 'Recertification overdue',
      value: counts.overdue,
      href: '/ownership?state=overdue',
      tone: 'warning',
    },
  ] as const;
  const present = all.filter((one) => one.value > 0);
  if (present.length === 0) return null;
  return (
    <StatRow>
      {present.map((one) => (
        <Stat
          key={one.label}
          label={one.label}
          value={text(one.value)}
          href={one.href}
          tone={one.tone}
        />
      ))}
    </StatRow>
  );
}
