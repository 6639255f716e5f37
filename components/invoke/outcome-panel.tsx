import { CallStatusBadge } from '@/components/catalog/call-status';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { JsonView } from '@/components/ui/json-view';
import { Link } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import { formatDuration } from '@/components/ui/time';
import type { CallOutcome } from '@/lib/schemas/try-call';
import { OutputView } from './output-view';

const TITLES: Record<string, string> = {
  VALIDATION: 'The arguments do not fit the schema',
  DENIED: 'Denied: the call did not leave',
  DISABLED: 'Disabled in an emergency',
  QUARANTINED: 'In quarantine',
  NOT_FOUND: 'This agent cannot see it',
  LIMIT_EXCEEDED: 'A limit is reached',
  PRECONDITION_FAILED: 'The approval does not hold for this call',
  TIMEOUT: 'The other side took too long',
  UPSTREAM_FAILED: 'The other side failed',
  UNAVAILABLE: 'Nothing serves it now',
};

/** What became of the call. */
export function OutcomePanel({ outcome }: { outcome: CallOutcome }) {
  if (outcome.kind === 'waiting') {
    return (
      <Callout
        tone="info"
        title="Waits for an approval"
        action={
          <Button asChild size="sm">
            <Link href={`/approvals/${outcome.approval_id}`}>Open approval</Link>
          </Button>
        }
      >
        <p className="text-table">
          Somebody who does not own this agent decides. Once they said yes, call again from here
          with the same arguments. Expires <RelativeTime at={outcome.expires_at} />
        </p>
      </Callout>
    );
  }
  if (outcome.kind === 'failed') {
    const reasons = outcome.reasons.filter((reason) => !outcome.message.includes(reason));
    return (
      <Callout tone="danger" title={TITLES[outcome.code] ?? 'The call failed'}>
        <p className="text-table">{outcome.message}</p>
        {reasons.map((reason) => (
          <p key={reason} className="text-table">
            {reason}
          </p>
        ))}
        {outcome.replacement && (
          <div className="mt-1.5 grid gap-1 text-table">
            <p>
              Instead:{' '}
              <TextLink href={`/capabilities/${outcome.replacement.capability_id}`}>
                {outcome.replacement.capability_id}
              </TextLink>
              {outcome.replacement.major !== null && `, major ${outcome.replacement.major}`}
              {outcome.mapped_arguments && ', with these arguments'}
            </p>
            {outcome.mapped_arguments && <JsonView value={outcome.mapped_arguments} />}
          </div>
        )}
        {outcome.invocation_id && <InLedger id={outcome.invocation_id} />}
      </Callout>
    );
  }
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted text-table">
        <CallStatusBadge status={outcome.status} />
        <span>{formatDuration(outcome.latency_ms)}</span>
        {outcome.provider && (
          <span>
            by <TextLink href={`/providers/${outcome.provider}`}>{outcome.provider}</TextLink>
          </span>
        )}
        <TextLink href={`/ledger/${outcome.invocation_id}`}>In the ledger</TextLink>
      </div>
      {outcome.warnings.map((warning) => (
        <Callout key={warning} tone="warning">
          {warning}
        </Callout>
      ))}
      <OutputView output={outcome.output} />
    </div>
  );
}

function InLedger({ id }: { id: string }) {
  return (
    <p className="mt-1.5 text-table">
      <TextLink href={`/ledger/${id}`}>This call in the ledger</TextLink>
    </p>
  );
}
