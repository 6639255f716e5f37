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
  'capability.retire_major': 'retired a major',
  'capability.disable': 'disabled it for good',
  'capability.dismiss': 'dismissed the draft',
  'capability.undismiss': 'took the draft back',
  'capability.attest': 'recertified it',
  'capability.quarantine': 'put it in quarantine by a sync',
  'capability.drift': 'found a drift by a sync',
  'capability.smoke': 'made a smoke call',
  'quarantine.release': 'released it from quarantine',
  'quarantine.uphold': 'kept it in quarantine',
  'binding.create': 'bound it to a provider',
  'binding.update': 'changed a binding',
  'capability.refresh': 'brought the draft up to date',
  'binding.remove': 'took a binding away',
  'binding.delete': 'took a binding away',
};

const MAX_SHOWN = 160;

function Shown({ value }: { value: unknown }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
  const short = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return typeof value === 'object' ? <code className="font-mono text-xs">{short}</code> : short;
}

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
                  <span className="text-muted">{change.field.replaceAll('_', ' ')}</span>{' '}
                  {change.before !== null && (
                    <>
                      <del className="text-muted">
                        <Shown value={change.before} />
                      </del>{' '}
                    </>
                  )}
                  <Shown value={change.after} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
