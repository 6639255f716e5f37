import { Lock } from 'lucide-react';
import { EmptyState } from '@/components/ui/empty-state';
import { RelativeTime } from '@/components/ui/relative-time';
import type { HistoryRow } from '@/lib/schemas/catalog-views';

const WORDS: Record<string, string> = {
  'capability.create': 'registered it',
  'capability.register': 'brought it in',
  'capability.update': 'changed it',
  'capability.rename': 'gave it a new id',
  'capability.submit': 'submitted it for review',
  'capability.promote': 'approved it for production',
  'capability.send_back': 'sent it back to draft',
  'capability.withdraw': 'took it back from review',
  'capability.edit': 'approved a change',
  'capability.publish': 'approved a new version',
  'capability.rollback': 'approved a rollback',
  'capability.deprecate': 'deprecated it',
  'capability.withdraw_deprecation': 'withdrew the deprecation',
  'capability.disable': 'disabled it for good',
  'capability.dismiss': 'dismissed the draft',
  'capability.undismiss': 'took the draft back',
  'capability.attest': 'recertified it',
  'quarantine.release': 'released it from quarantine',
  'quarantine.uphold': 'kept it in quarantine',
  'binding.create': 'bound it to a provider',
  'binding.update': 'changed a binding',
  'binding.delete': 'took a binding away',
};

const show = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null')).slice(0, 160);

/** Who did what to it, when, through which door, newest first. */
export function HistoryPanel({ history }: { history: HistoryRow[] | null }) {
  if (history === null) {
    return (
      <EmptyState
        icon={<Lock />}
        title="The history is for its owners"
        description="Members of the owning team, admins and auditors read it."
      />
    );
  }
  if (history.length === 0) {
    return (
      <EmptyState title="Nothing was recorded yet" description="Its provider brought it in." />
    );
  }
  return (
    <ol className="grid gap-0 border-l pl-4">
      {history.map((row) => (
        <li key={row.id} className="relative pb-4">
          <span
            aria-hidden
            className="absolute top-1.5 -left-[1.3rem] size-2 rounded-full border border-border-strong bg-raised"
          />
          <p className="text-sm">
            <span className="font-medium">{row.actor_name}</span> {WORDS[row.action] ?? row.action}
            <span className="text-muted">
              {' '}
              · <RelativeTime at={row.at} /> · {row.door}
            </span>
          </p>
          {row.reason && <p className="text-muted text-table">“{row.reason}”</p>}
          {row.changes.length > 0 && (
            <ul className="mt-1 grid gap-0.5 text-table">
              {row.changes.slice(0, 8).map((change) => (
                <li key={change.field} className="break-words">
                  {change.field.replaceAll('_', ' ')}:{' '}
                  {change.before !== null && (
                    <>
                      <del className="text-muted">{show(change.before)}</del>{' '}
                    </>
                  )}
                  {show(change.after)}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
