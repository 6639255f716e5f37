import { CompatChanges, VerdictBadge } from '@/components/capabilities/compat-changes';
import { Callout } from '@/components/ui/callout';
import type { DeprecationReport } from '@/lib/schemas/deprecation';
import { ShapeCounts } from './impact-summary';

/** What callers would meet behind an announced end, and recorded calls as the mapping leaves them. */
export function DeprecationReportView({ report }: { report: DeprecationReport }) {
  const { compatibility, mapped, mapping_problems, replacement_problem } = report;
  return (
    <div className="grid min-w-0 gap-3">
      {replacement_problem && <Callout tone="danger">{replacement_problem}</Callout>}
      {mapping_problems.map((one) => (
        <Callout
          key={`${one.path} ${one.message}`}
          tone={one.severity === 'error' ? 'danger' : 'warning'}
        >
          {one.message}
        </Callout>
      ))}
      {compatibility && (
        <div className="grid gap-2">
          <p className="flex flex-wrap items-center gap-2 text-table">
            <VerdictBadge verdict={compatibility.verdict} />
            {compatibility.changes.length === 0
              ? 'Callers need to change nothing but the name.'
              : 'What callers of the old one meet in the new one:'}
          </p>
          <CompatChanges changes={compatibility.changes} />
        </div>
      )}
      {mapped && mapped.calls > 0 && (
        <div className="grid gap-1">
          <h3 className="font-medium text-table">Recorded calls, mapped</h3>
          <ShapeCounts shapes={mapped} label="Recorded calls, mapped, against the replacement" />
        </div>
      )}
      {mapped && mapped.calls === 0 && (
        <p className="text-muted text-table">
          No call is recorded, so the mapping could not be tried on one.
        </p>
      )}
    </div>
  );
}
