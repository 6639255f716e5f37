import { Card, PropertyList } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import type { ChangeImpact } from '@/lib/schemas/catalog-views';
import { DeprecationReportView } from './deprecation-report';
import { ShapeCounts } from './impact-summary';
import { mappingLines } from './mapping';

/** The end a request announces or takes back, and who was seen to be hit when it was proposed. */
export function ImpactCards({ impact }: { impact: ChangeImpact }) {
  const { check, report, deprecation, withdraw } = impact;
  return (
    <>
      {deprecation && <EndCard end={deprecation} />}
      {withdraw && (
        <Card title="Takes an announced end back">
          <p className="text-table">
            {withdraw.major === null ? 'The capability' : `Major ${withdraw.major}`} would have
            ended <RelativeTime at={withdraw.disable_at} />.
          </p>
        </Card>
      )}
      {report && (
        <Card title="Who is hit" description="As it was when this was proposed.">
          <p className="mb-3 text-table">
            {report.agents === 1 ? '1 agent' : `${report.agents} agents`} called it{' '}
            {report.calls_30d.toLocaleString('en')} times in 30 days.
          </p>
          <DeprecationReportView report={report} />
        </Card>
      )}
      {check && (
        <Card title="Who is hit" description="As it was when this was proposed.">
          <ShapeCounts
            shapes={check.impact.shapes}
            label="Recorded calls against the proposed schema"
          />
        </Card>
      )}
    </>
  );
}

function EndCard({ end }: { end: NonNullable<ChangeImpact['deprecation']> }) {
  const { replacement, argument_mapping, migration_note } = end;
  const lines = mappingLines(argument_mapping);
  return (
    <Card title={end.major === undefined ? 'Ends the capability' : `Ends major ${end.major}`}>
      <PropertyList
        items={[
          { label: 'Ends', value: <RelativeTime at={end.disable_at} /> },
          {
            label: 'Replacement',
            value: replacement && (
              <>
                <TextLink href={`/capabilities/${replacement.capability_id}`}>
                  {replacement.capability_id}
                </TextLink>
                {replacement.major && `, major ${replacement.major}`}
              </>
            ),
          },
          {
            label: 'Arguments',
            value:
              lines.length > 0 ? (
                <ul className="grid gap-0.5">
                  {lines.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              ) : (
                'Stay as they are'
              ),
          },
          { label: 'Migration note', value: migration_note || null },
        ]}
      />
    </Card>
  );
}
