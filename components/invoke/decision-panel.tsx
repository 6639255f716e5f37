import { CircleCheck, CircleX, Stamp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { Callout } from '@/components/ui/callout';
import { PropertyList } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';
import type { DecisionAnswer } from '@/lib/schemas/invoke';

export type DecisionState =
  | { kind: 'none' }
  | { kind: 'asking' }
  | { kind: 'failed'; message: string }
  | { kind: 'decided'; decision: DecisionAnswer };

/** What a call would meet, before it is made: the same decision that the call is held to. */
export function DecisionPanel({
  state,
  agentId,
}: {
  state: DecisionState;
  agentId: string | null;
}) {
  if (state.kind === 'none') return null;
  if (state.kind === 'asking') {
    return (
      <div className="grid gap-2.5" aria-busy>
        <Skeleton className="h-5 w-28" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-2/3" />
      </div>
    );
  }
  if (state.kind === 'failed') {
    return (
      <Callout tone="warning" title="This agent cannot call it">
        <p className="text-table">{state.message}</p>
        {agentId && <Grants agentId={agentId} />}
      </Callout>
    );
  }
  return <Decided decision={state.decision} agentId={agentId} />;
}

function Decided({ decision, agentId }: { decision: DecisionAnswer; agentId: string | null }) {
  if (!decision.allowed) {
    return (
      <Callout tone="warning" title="Denied: the call would not leave">
        <ul className="grid gap-1 text-table">
          {decision.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        {agentId && <Grants agentId={agentId} />}
      </Callout>
    );
  }
  const scopes = decision.required_scopes;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-1.5">
        <Badge tone="success">
          <CircleCheck aria-hidden /> Allowed
        </Badge>
        {decision.approval_required && (
          <Badge tone="info">
            <Stamp aria-hidden /> Needs an approval
          </Badge>
        )}
      </div>
      <PropertyList
        items={[
          {
            label: 'Scopes',
            value: scopes.length > 0 ? <Scopes scopes={scopes} /> : 'None needed',
          },
          { label: 'Calls in a run', value: `At most ${decision.maximum_calls}` },
          { label: 'Credential', value: `Good for ${spell(decision.credential_ttl)}` },
        ]}
      />
      {decision.reasons.length > 0 && (
        <ul className="grid gap-1 text-muted text-table">
          {decision.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Scopes({ scopes }: { scopes: readonly string[] }): ReactNode {
  return (
    <span className="flex flex-wrap gap-1">
      {scopes.map((scope) => (
        <code key={scope} className="break-all font-mono text-xs">
          {scope}
        </code>
      ))}
    </span>
  );
}

function Grants({ agentId }: { agentId: string }) {
  return (
    <p className="mt-1.5 text-table">
      <TextLink href={`/agents/${agentId}?tab=grants`}>Grants of this agent</TextLink>
    </p>
  );
}

/** "PT5M" as people say it. */
export function spell(duration: string): string {
  const found = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(duration);
  if (!found) return duration;
  const units = ['hr', 'min', 's'];
  const parts = found.slice(1).flatMap((n, i) => (n ? [`${n} ${units[i]}`] : []));
  return parts.length > 0 ? parts.join(' ') : duration;
}

/** Why the button is off, for whoever looks for it. */
export function Refused({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-muted text-table">
      <CircleX aria-hidden className="size-3.5" />
      {children}
    </span>
  );
}
