import { CompatChanges, VerdictBadge } from '@/components/capabilities/compat-changes';
import { Badge } from '@/components/ui/badge';
import type { VersionCheck } from '@/lib/schemas/versions';
import { ShapeCounts } from './shape-counts';

/** What a publish would become and why, its typed changes, and who is hit. */
export function VersionAdvice({ check }: { check: VersionCheck }) {
  const { advice, impact } = check;
  return (
    <div className="grid min-w-0 gap-3">
      <p className="flex flex-wrap items-center gap-2 text-table">
        {advice.bump === 'none' ? (
          <Badge>No version</Badge>
        ) : (
          <>
            <Badge tone={advice.bump === 'major' ? 'warning' : 'success'}>
              {advice.bump} {check.next_version}
            </Badge>
            <VerdictBadge verdict={check.verdict} />
          </>
        )}
        <span className="min-w-0 break-words">{advice.why}</span>
      </p>
      <CompatChanges changes={check.changes} />
      <WhoIsHit check={check} />
      {advice.bump !== 'none' && (
        <ShapeCounts shapes={impact.shapes} label="Recorded calls against the new schema" />
      )}
    </div>
  );
}

function WhoIsHit({ check: { impact } }: { check: VersionCheck }) {
  const agents = impact.agents === 1 ? '1 agent' : `${impact.agents} agents`;
  return (
    <p className="text-muted text-table">
      {impact.agents === 0
        ? 'No agent called it in the last 30 days.'
        : `${agents} called it ${impact.calls_30d.toLocaleString('en')} times in 30 days, ${impact.calls_24h.toLocaleString('en')} in 24 h.`}
    </p>
  );
}
