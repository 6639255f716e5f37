import { CircleCheck } from 'lucide-react';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import { Truncate } from '@/components/ui/truncate';
import type { Overview, Waiting } from '@/lib/schemas/overview';

const GROUPS = [
  {
    of: 'decide',
    title: 'Change requests to decide',
    href: '/change-requests?whose=waiting',
    base: '/change-requests',
  },
  { of: 'approvals', title: 'Calls to approve', href: '/approvals', base: '/approvals' },
  {
    of: 'access',
    title: 'Access asked for',
    href: '/access-requests?view=mine',
    base: '/access-requests',
  },
  { of: 'restore', title: 'Incidents to restore', href: '/incidents', base: '/incidents' },
] as const;

/** What waits for this person, each entry a link to where it is done. */
export function WaitingForMe({ overview }: { overview: Overview }) {
  const { decide, approvals, access, restore, counts } = overview;
  const { my_drafts: drafts, my_offers: offers, my_overdue: overdue } = counts;
  const asked = [decide, approvals, access, restore].reduce((sum, { total }) => sum + total, 0);
  const nothing = asked + drafts + offers + overdue === 0;
  return (
    <Card title="Waits for you" flush>
      {nothing && (
        <p className="flex items-center gap-2 p-4 text-muted text-table">
          <CircleCheck aria-hidden className="size-4 text-success-text" />
          Nothing waits for you.
        </p>
      )}
      {GROUPS.map(({ of, ...group }) => (
        <Group key={of} {...group} {...overview[of]} />
      ))}
      <Line
        what="Changes of owner that ask you"
        count={offers}
        act="Answer"
        href="/ownership?tab=offers"
      />
      <Line
        what="Recertifications of your teams, overdue"
        count={overdue}
        act="Recertify"
        href="/ownership?state=overdue&mine=yes"
      />
      <Line
        what="Drafts of your teams"
        count={drafts}
        act="Triage"
        href="/capabilities?status=DRAFT&flag=mine"
      />
    </Card>
  );
}

function Line(props: { what: string; count: number; act: string; href: string }) {
  if (props.count === 0) return null;
  return (
    <div className="flex items-center justify-between gap-4 border-t px-4 py-2.5 text-table first:border-t-0">
      <span>{props.what}</span>
      <TextLink href={props.href}>
        {props.act} {props.count.toLocaleString('en')}
      </TextLink>
    </div>
  );
}

function Group(props: {
  title: string;
  total: number;
  items: readonly Waiting[];
  href: string;
  base: string;
}) {
  if (props.total === 0) return null;
  return (
    <section className="border-t first:border-t-0">
      <header className="flex items-center justify-between gap-4 px-4 pt-3 pb-1">
        <h3 className="text-muted text-xs">{props.title}</h3>
        <TextLink href={props.href} className="text-xs">
          All {props.total.toLocaleString('en')}
        </TextLink>
      </header>
      <ul>
        {props.items.map((item) => (
          <li key={item.id}>
            <Link
              href={`${props.base}/${item.id}`}
              className="flex min-h-9 items-center justify-between gap-4 px-4 py-1.5 text-table hover:bg-hover focus-visible:outline-offset-[-2px]"
            >
              <Truncate text={item.title} />
              <span className="shrink-0 text-muted text-xs">
                <RelativeTime at={item.at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
